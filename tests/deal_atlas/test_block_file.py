"""The files of the atlas: what was packed comes out again, and what is damaged does not."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from freecell.deal_atlas.block_file import (
    BLOCK_SIZE,
    AtlasError,
    Block,
    Made,
    block_firsts,
    empty_block,
    file_name,
    first_of,
    pack,
    pack_block,
    unpack,
    unpack_block,
)
from freecell.difficulty import NOT_KNOWN


def random_block(first: int = 1, seed: int = 617) -> Block:
    chance, size = random.Random(seed), len(empty_block(first).cells)
    cells, moves, scores = (chance.randbytes(size) for _ in range(3))
    made: Made = {"cells": [], "moves": [], "difficulty": [{"version": 1}]}
    return Block(first, cells, moves, scores, made)


@pytest.mark.parametrize("first", [-4, 1, 990_001])
def test_a_block_survives_being_packed_and_unpacked(first):
    block = random_block(first)
    assert unpack_block(pack_block(block), file_name(first)) == block
    with_least = block._replace(least=block.moves)
    assert unpack_block(pack_block(with_least), file_name(first)) == with_least


@given(st.binary())
def test_any_content_survives_being_packed(content):
    assert unpack(pack(content), "x") == content


def test_a_flipped_bit_is_refused_wherever_it_is():
    content = pack_block(random_block())
    chance = random.Random(200)
    places = [*range(16), *(chance.randrange(16, len(content)) for _ in range(184))]
    for place in places:
        damaged = bytearray(content)
        damaged[place] ^= 1 << chance.randrange(8)
        with pytest.raises(AtlasError, match=r"^0000001\.fca is damaged"):
            unpack_block(bytes(damaged), "0000001.fca")


@pytest.mark.parametrize("size", [0, 5, 12, 500])
def test_a_file_that_was_cut_off_is_refused(size):
    with pytest.raises(AtlasError, match="is damaged"):
        unpack_block(pack_block(random_block())[:size], "0000001.fca")


@pytest.mark.parametrize(
    "content", [b"", b"{}\n", b"[]\n", b"x\n", b'{"first":1,"count":2,"made":{}}\n12345']
)
def test_a_whole_file_that_is_no_block_is_refused(content):
    with pytest.raises(AtlasError, match=r"^0000001\.fca is damaged"):
        unpack_block(pack(content), "0000001.fca")


def test_a_block_under_the_name_of_another_is_refused():
    with pytest.raises(AtlasError, match="does not hold its deals"):
        unpack_block(pack_block(random_block(10_001)), "0000001.fca")


def test_every_number_of_the_atlas_is_in_one_block():
    blocks = [empty_block(first) for first in block_firsts()]
    numbers = [number for block in blocks for number in block.numbers]
    assert numbers == list(range(-4, 1_000_001))
    assert all(first_of(number) == block.first for block in blocks for number in (block.numbers[0], block.numbers[-1]))  # fmt: skip
    assert first_of(1_000_001) is None
    assert len({file_name(block.first) for block in blocks}) == len(blocks) == 101


def test_in_an_empty_block_nothing_is_known():
    block = empty_block(1)
    assert set(block.difficulty) == {NOT_KNOWN}
    assert set(block.moves) == {0}
    assert set(block.cells) == {15}
    assert len(block.cells) == BLOCK_SIZE
