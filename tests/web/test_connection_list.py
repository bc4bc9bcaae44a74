"""The list of open connections: each client has a share, and loses what it has not used."""

from itertools import count

from freecell.web.connections import Connections

CLOCK = count()


class Line:
    """A connection that only says how it is."""

    def __init__(self, *, busy: bool = False, waiting: int = 0) -> None:
        self.busy, self.bytes, self.dropped = busy, waiting, False
        self.used = float(next(CLOCK))

    def rests(self) -> bool:
        return not self.busy and not self.bytes

    def waiting(self) -> int:
        return self.bytes

    def drop(self) -> None:
        self.dropped = True


def opened(connections: Connections, client: str, *lines: Line) -> list[bool]:
    """Open connections of a client, and return which of them found room."""
    return [connections.add(line) and connections.claim(line, client) for line in lines]


def test_a_client_that_opens_too_many_loses_the_one_it_used_least() -> None:
    connections = Connections(100, 2, 1000)
    first, second, third, other = Line(), Line(), Line(), Line()
    assert opened(connections, "a", first, second) == [True, True]
    assert opened(connections, "b", other) == [True]
    first.used = float(next(CLOCK))  # asks again
    assert opened(connections, "a", third) == [True]
    assert [line.dropped for line in (first, second, third, other)] == [False, True, False, False]
    assert (connections.of("a"), connections.of("b"), len(connections)) == (2, 1, 3)


def test_a_client_whose_connections_are_all_at_work_gets_no_more() -> None:
    connections = Connections(100, 2, 1000)
    busy = [Line(busy=True), Line(busy=True)]
    assert opened(connections, "a", *busy, Line()) == [True, True, False]
    assert not any(line.dropped for line in busy)


def test_one_that_does_not_read_makes_room_where_none_rests() -> None:
    connections = Connections(100, 2, 1000)
    busy, stuck = Line(busy=True), Line(waiting=10)
    assert opened(connections, "a", busy, stuck, Line()) == [True, True, True]
    assert (busy.dropped, stuck.dropped) == (False, True)


def test_too_many_unread_bytes_end_the_connections_that_wait_longest() -> None:
    connections = Connections(100, 10, 1000)
    lines = [Line(waiting=600), Line(), Line(waiting=300), Line(waiting=200)]
    other = Line(waiting=900)
    opened(connections, "a", *lines)
    opened(connections, "b", other)
    connections.hold_to_bytes(lines[-1])
    assert [line.dropped for line in [*lines, other]] == [True, False, False, False, False]


def test_all_clients_together_have_a_limit_too() -> None:
    connections = Connections(2, 10, 1000)
    first, second, third = Line(), Line(), Line()
    opened(connections, "a", first)
    opened(connections, "b", second)
    assert opened(connections, "c", third) == [True]
    assert (first.dropped, len(connections)) == (True, 2)
    second.busy = third.busy = True
    assert opened(connections, "d", Line()) == [False]


def test_what_is_no_clients_has_no_limit_but_that_of_all() -> None:
    connections = Connections(3, 1, 0)
    lines = [Line(busy=True) for _ in range(4)]
    assert [connections.add(line) for line in lines] == [True, True, True, False]
    connections.hold_to_bytes(lines[0])  # no client's
    for line in [*lines, *lines]:
        connections.remove(line)
    assert (len(connections), connections._clients) == (0, {})


def test_nothing_is_left_of_connections_that_have_ended() -> None:
    connections = Connections(0, 0, 0)
    lines = [Line() for _ in range(3)]
    assert opened(connections, "a", *lines) == [True] * 3
    for line in [*lines, *lines]:
        connections.remove(line)
    assert (len(connections), connections.of("a"), connections._clients) == (0, 0, {})
