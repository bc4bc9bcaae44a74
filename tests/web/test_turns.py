"""Whose turn it is: the fair queue, as plain data."""

from collections import Counter
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from freecell.web import turns as turns_module
from freecell.web.turns import HALF_LIFE, BusyError, Turns


class Ticket:
    """A request that remembers what became of it."""

    def __init__(self, client: str) -> None:
        self.client, self.state = client, "waits"

    def begin(self) -> None:
        assert self.state == "waits"
        self.state = "runs"

    def refuse(self) -> None:
        assert self.state == "waits"
        self.state = "refused"


def lined_up(turns: Turns, clients: str) -> list[Ticket]:
    """Line up one request for each letter; one that finds no place is refused."""
    tickets = [Ticket(client) for client in clients]
    for ticket in tickets:
        try:
            turns.line_up(ticket)
        except BusyError:
            ticket.refuse()
    return tickets


def states(tickets: list[Ticket]) -> str:
    """Return a letter for each request: runs, waits or x for refused."""
    return "".join({"runs": "r", "waits": "w", "refused": "x"}[ticket.state] for ticket in tickets)


def test_one_client_cannot_have_all_threads() -> None:
    assert states(lined_up(Turns(3, 0, 10), "aaab")) == "rrwr"
    assert states(lined_up(Turns(3, 1, 10), "aab")) == "rwr"
    assert states(lined_up(Turns(1, 0, 10), "ab")) == "rw"


def test_one_client_cannot_have_more_than_half_of_the_queue() -> None:
    assert states(lined_up(Turns(1, 0, 4), "aaaa")) == "rwwx"
    assert states(lined_up(Turns(1, 0, 5), "aaaaa")) == "rwwwx"


def test_a_client_with_nothing_waiting_takes_the_place_of_the_youngest_of_who_has_most() -> None:
    turns = Turns(1, 0, 6)
    tickets = lined_up(turns, "aaaabbb")
    assert states(tickets) == "rwwwwww"
    (newcomer,) = lined_up(turns, "c")
    assert newcomer.state == "waits"
    assert states(tickets) == "rwwxwww"  # a and b have three each; a began, and so has used more


def test_no_client_is_refused_for_another_that_has_as_many() -> None:
    turns = Turns(1, 0, 4)
    tickets = lined_up(turns, "zabcd")
    assert states(tickets + lined_up(turns, "e")) == "rwwwwx"
    assert states(tickets + lined_up(turns, "a")) == "rwwwwx"


def test_clients_take_turns_however_much_each_of_them_asks() -> None:
    turns = Turns(1, 0, 20)
    tickets = lined_up(turns, "aaaaaabbc")
    begun = ""
    while running := [ticket for ticket in tickets if ticket.state == "runs"]:
        (now,) = running
        now.state = "ended"
        begun += now.client
        turns.end(now.client, 1)
    assert begun == "abcabaaaa"
    assert is_empty(turns)


def test_who_has_used_little_is_next_as_soon_as_a_thread_is_free() -> None:
    turns = Turns(2, 0, 16)
    greedy = lined_up(turns, "aaabbbcccddd")
    for _ in range(5):  # they have all used much, and unequally
        running = [ticket for ticket in greedy if ticket.state == "runs"]
        running[0].state = "ended"
        turns.end(running[0].client, 10)
    for _ in range(20):
        (light,) = lined_up(turns, "z")
        assert light.state == "waits"
        running = [ticket for ticket in greedy if ticket.state == "runs"]
        running[0].state = "ended"
        turns.end(running[0].client, 10)
        assert light.state == "runs"
        greedy += lined_up(turns, running[0].client)
        turns.end("z", 0.01)


def test_what_a_client_used_counts_less_and_less() -> None:
    now = 0.0
    turns = Turns(1, 0, 20, clock=lambda: now)
    lined_up(turns, "a")
    turns.end("a", 8)
    now += 4 * HALF_LIFE  # a sixteenth of that is left
    lined_up(turns, "b")
    tickets = lined_up(turns, "ac")
    turns.end("b", 1)
    assert states(tickets) == "wr"  # c has used nothing
    tickets += lined_up(turns, "b")
    turns.end("c", 1)
    assert states(tickets) == "rrw"  # a had used much, and b not half as much, but lately
    now += 20 * HALF_LIFE
    turns.end("a", 0)
    assert set(turns._used) == {"a"}  # what it used just now is all that is left


def test_who_leaves_leaves_nothing_behind() -> None:
    turns = Turns(1, 0, 20)
    _, second, third = lined_up(turns, "abb")
    turns.leave(second)
    turns.end("a", 0)
    assert (second.state, third.state) == ("waits", "runs")
    turns.end("b", 0)
    assert is_empty(turns)


def test_what_is_remembered_of_clients_has_a_limit() -> None:
    turns = Turns(2, 0, 20)
    lined_up(turns, "a")  # something always runs
    names = count()
    for _ in range(3 * turns_module._MOST_KNOWN):
        name = f"client {next(names)}"
        turns.line_up(Ticket(name))
        turns.end(name, 0.1)
        assert len(turns._used) <= turns_module._MOST_KNOWN + 1


def is_empty(turns: Turns) -> bool:
    return not (turns.running or turns.waiting)


EVENTS = st.lists(
    st.tuples(st.sampled_from("abcd"), st.sampled_from(["ask", "ask", "end", "leave"])), max_size=60
)


@given(EVENTS, st.integers(1, 3), st.integers(0, 6), st.data())
def test_whatever_happens_every_promise_is_kept(
    events: list[tuple[str, str]], at_once: int, queue: int, data: st.DataObject
) -> None:
    turns = Turns(at_once, 0, queue)
    tickets: list[Ticket] = []
    for client, what in events:
        before = waiting_of(tickets)
        own = [ticket for ticket in tickets if ticket.client == client]
        if what == "ask":
            (asked,) = lined_up(turns, client)
            check_refusals(before, [*tickets, asked], asked, turns)
            tickets.append(asked)
        elif what == "end" and (running := [ticket for ticket in own if ticket.state == "runs"]):
            tickets.remove(running[0])
            turns.end(client, data.draw(st.floats(0.001, 10)))
        elif what == "leave" and (waiting := [each for each in own if each.state == "waits"]):
            leaves = data.draw(st.sampled_from(waiting))
            tickets.remove(leaves)
            turns.leave(leaves)
        tickets = [ticket for ticket in tickets if ticket.state != "refused"]
        check_limits(turns, tickets)
    for ticket in tickets:
        if ticket.state == "waits":
            turns.leave(ticket)
    for ticket in tickets:
        if ticket.state == "runs":
            turns.end(ticket.client, 1)
    assert is_empty(turns)


def waiting_of(tickets: list[Ticket]) -> Counter[str]:
    return Counter(ticket.client for ticket in tickets if ticket.state == "waits")


def check_refusals(
    before: Counter[str], tickets: list[Ticket], asked: Ticket, turns: Turns
) -> None:
    """Hold who was refused to the rules; `before` is how many requests of each client waited."""
    own, most = before[asked.client], max(before.values(), default=0)
    is_full = before.total() >= turns.queue
    refused = [ticket for ticket in tickets if ticket.state == "refused"]
    assert len(refused) <= 1
    if asked in refused:
        assert own >= turns.queue_of_a_client or (is_full and most < own + 2)
    elif refused:
        (displaced,) = refused
        assert is_full
        assert before[displaced.client] == most >= own + 2
        behind = tickets[tickets.index(displaced) + 1 :]
        assert all(each.client != displaced.client or each.state == "runs" for each in behind)


def check_limits(turns: Turns, tickets: list[Ticket]) -> None:
    """Hold the numbers of requests that run and wait to the limits."""
    running = Counter(ticket.client for ticket in tickets if ticket.state == "runs")
    waiting = waiting_of(tickets)
    assert running == turns.running
    assert waiting == {client: len(line) for client, line in turns.waiting.items()}
    assert running.total() <= turns.at_once
    assert waiting.total() <= turns.queue
    assert all(each <= turns.of_a_client for each in running.values())
    assert all(each <= turns.queue_of_a_client for each in waiting.values())
    # No client waits while a thread that it may have is free.
    free = running.total() < turns.at_once
    assert not free or all(running[client] == turns.of_a_client for client in waiting)


@given(
    st.lists(st.floats(0.01, 10), min_size=2, max_size=5),
    st.lists(st.floats(0.5, 1.5), min_size=1, max_size=7),
)
def test_greedy_clients_get_the_same_time_however_long_their_searches_are(
    costs: list[float], changes: list[float]
) -> None:
    clients = {chr(ord("a") + number): cost for number, cost in enumerate(costs)}
    turns = Turns(1, 0, 2 * len(clients), clock=lambda: 0.0)
    used: Counter[str] = Counter()
    tickets = lined_up(turns, "".join(clients) * 2)
    for number in range(100):
        (running,) = [ticket for ticket in tickets if ticket.state == "runs"]
        tickets.remove(running)
        seconds = clients[running.client] * changes[number % len(changes)]
        used[running.client] += seconds  # type: ignore[assignment]  # a counter of seconds
        turns.end(running.client, seconds)
        tickets += lined_up(turns, running.client)
        # All of them always wait, and none is further behind another than one search takes.
        longest = 1.5 * max(costs)
        assert max(used.values()) - min(used[client] for client in clients) <= longest + 1e-6


def test_a_refusal_says_when_to_come_back() -> None:
    turns = Turns(1, 0, 0)
    turns.line_up(Ticket("a"))
    with pytest.raises(BusyError, match="too many searches at once: come back in 5 s"):
        turns.line_up(Ticket("b"))
