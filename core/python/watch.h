// Deadline, Ctrl-C and cancel callback of the searches that Python starts.
#pragma once

#include <nanobind/nanobind.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <utility>

namespace freecell {

// What is asked now and then while a search runs without the GIL: true ends it.
class Watch {
    using Clock = std::chrono::steady_clock;

  public:
    static constexpr double NO_LIMIT = 1e9;  // seconds: some thirty years

    Watch(double seconds, nanobind::object tick) : tick_(std::move(tick)) { start(seconds); }

    void start(double seconds) {
        const std::chrono::duration<double> length(std::min(seconds, NO_LIMIT));
        deadline_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(length);
        out_of_time_ = false;
    }

    bool should_stop(std::uint64_t nodes) {
        const Clock::time_point now = Clock::now();
        if (now >= deadline_) out_of_time_ = true;
        if (out_of_time_ || interrupted_) return true;
        if (now < next_tick_) return false;
        next_tick_ = now + std::chrono::milliseconds(10);
        nanobind::gil_scoped_acquire acquire;
        if (PyErr_CheckSignals() != 0) interrupted_ = true;
        if (!interrupted_ && !tick_.is_none()) ask(nodes);
        return interrupted_ || cancelled_;
    }

    // Calls Python with a smaller interval; an exception that it raises ends the search.
    void report(const nanobind::object& callback, int least, std::optional<int> most) {
        nanobind::gil_scoped_acquire acquire;
        if (interrupted_ || callback.is_none()) return;
        PyObject* result = most ? PyObject_CallFunction(callback.ptr(), "ii", least, *most)
                                : PyObject_CallFunction(callback.ptr(), "iO", least, Py_None);
        interrupted_ = result == nullptr;
        Py_XDECREF(result);
    }

    bool out_of_time() const { return out_of_time_; }
    bool interrupted() const { return interrupted_; }
    void rethrow() const {
        if (interrupted_) throw nanobind::python_error();
    }

  private:
    void ask(std::uint64_t nodes) {
        PyObject* result =
            PyObject_CallFunction(tick_.ptr(), "K", static_cast<unsigned long long>(nodes));
        const int answer = result == nullptr ? -1 : PyObject_IsTrue(result);
        Py_XDECREF(result);
        interrupted_ = answer < 0;
        cancelled_ = answer > 0;
    }

    nanobind::object tick_;
    Clock::time_point deadline_, next_tick_ = Clock::now() + std::chrono::milliseconds(10);
    bool out_of_time_ = false, interrupted_ = false, cancelled_ = false;
};

}  // namespace freecell
