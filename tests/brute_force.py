"""All positions of a board, one card at a time, and its shortest wins: slow, and sharing no code with the library.

A position is the sorted columns, the sorted cells and the homes, as bytes; cards are numbers 0 to 51.
"""

from collections import deque
from collections.abc import Iterator

from freecell.board import Board

Position = tuple[tuple[bytes, ...], bytes, bytes]


def position_of(board: Board) -> Position:
    columns = tuple(sorted(bytes(column) for column in board.columns))
    return (
        columns,
        bytes(sorted(card for card in board.cells if card is not None)),
        bytes(board.homes),
    )


def fits(card: int, onto: int) -> bool:
    return card // 4 + 1 == onto // 4 and (card % 4 in (1, 2)) != (onto % 4 in (1, 2))


def single_moves(position: Position, cells: int) -> Iterator[tuple[Position, bool]]:
    """Yield the positions after every move of one card, and whether it went home."""
    columns, held, homes = position
    fronts = [(column, column[-1]) for column in columns if column]
    for column, card in fronts:
        left = list(columns)
        left.remove(column)
        yield from _placed(left, column[:-1], card, held, homes, cells)
    for card in held:
        yield from _placed(list(columns), None, card, held.replace(bytes([card]), b""), homes, 0)


def _placed(left, rest, card, held, homes, cells) -> Iterator[tuple[Position, bool]]:
    """Put a card everywhere: `rest` is what is left of its column, None for a card from a cell."""
    others = [] if rest is None else [rest]
    if homes[card % 4] == card // 4:
        home = bytearray(homes)
        home[card % 4] += 1
        yield (tuple(sorted([*left, *others])), held, bytes(home)), True
    if len(held) < cells:
        yield (tuple(sorted([*left, *others])), bytes(sorted(held + bytes([card]))), homes), False
    for target in set(left):
        if (not target and rest != b"") or (target and fits(card, target[-1])):
            columns = list(left)
            columns.remove(target)
            yield (tuple(sorted([*columns, target + bytes([card]), *others])), held, homes), False


def runs_moved(position: Position, cells: int) -> Iterator[tuple[Position, bool]]:
    """Yield the positions after every move as a player makes it: runs at once."""
    yield from single_moves(position, cells)
    columns, held, homes = position
    empty = columns.count(b"")
    for at, column in enumerate(columns):
        run = 1
        while run < len(column) and fits(column[-run], column[-run - 1]):
            run += 1
        others = [*columns[:at], *columns[at + 1 :]]
        for target in set(others):
            room = (cells - len(held) + 1) * 2 ** (empty - (not target))
            for count in range(2, min(run, room) + 1):
                if not target or fits(column[-count], target[-1]):
                    left = list(others)
                    left.remove(target)
                    moved = [column[:-count], target + column[-count:]]
                    yield (tuple(sorted([*left, *moved])), held, homes), False


def explore(board: Board, limit: int) -> tuple[int | None, int | None]:
    """Return how many positions can be reached, and the fewest single cards of a win.

    None for the first where there are `limit` or more; the second counts to the nearest win.
    """
    start, cells = position_of(board), len(board.cells)
    seen, layer, depth, won_at = {start}, [start], 0, None
    while layer:
        following = []
        for position in layer:
            if sum(position[2]) == 52:
                won_at = depth if won_at is None else won_at
                continue
            for after, _ in single_moves(position, cells):
                if after not in seen:
                    seen.add(after)
                    following.append(after)
            if len(seen) >= limit:
                return None, won_at
        layer, depth = following, depth + 1
    return len(seen), won_at


def fewest_moves(board: Board) -> int | None:
    """Return the length of the shortest win as players count: moves home are free, a run is one."""
    start, cells = position_of(board), len(board.cells)
    queue, best = deque([(0, start)]), {start: 0}
    while queue:
        length, position = queue.popleft()
        if sum(position[2]) == 52:
            return length
        if best[position] < length:
            continue
        for after, home in runs_moved(position, cells):
            cost = length + (not home)
            if cost < best.get(after, 1_000):
                best[after] = cost
                queue.appendleft((cost, after)) if home else queue.append((cost, after))
    return None
