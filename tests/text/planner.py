"""A small reader of typed STRIPS, written from its definition: it grounds by matching, and applies actions."""

import re
from collections.abc import Iterator
from itertools import chain
from typing import Any


def parse(text: str) -> Any:
    """Return the nested lists of a text in parentheses."""
    stack: list[list[Any]] = [[]]
    for token in re.findall(r"[()]|[^\s()]+", re.sub(r";.*", "", text)):
        if token == "(":
            stack.append([])
        elif token == ")":
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(token)
    return stack[0][0]


def _atom(words: list[str], values: dict[str, str]) -> str:
    return "(" + " ".join(values.get(word, word) for word in words) + ")"


class Problem:
    """A domain and a problem: the facts at the start, the goal, and the actions."""

    def __init__(self, domain: str, problem: str) -> None:
        sections = {part[0]: part[1:] for part in parse(problem)[1:]}
        self.start = frozenset(_atom(fact, {}) for fact in sections[":init"])
        self.goal = frozenset(_atom(fact, {}) for fact in sections[":goal"][0][1:])
        self.actions = {}
        for part in parse(domain):
            if part[0] == ":action":
                named = dict(zip(part[2::2], part[3::2], strict=True))
                parameters = [word for word in named[":parameters"] if word.startswith("?")]
                effects = named[":effect"][1:]
                self.actions[part[1]] = (
                    parameters,
                    named[":precondition"][1:],
                    [effect for effect in effects if effect[0] != "not"],
                    [effect[1] for effect in effects if effect[0] == "not"],
                )

    def after(self, state: frozenset[str]) -> Iterator[frozenset[str]]:
        """Yield the states after every action that is possible."""
        for name, values in self.possible(state):
            yield self.applied(state, name, values)

    def possible(self, state: frozenset[str]) -> Iterator[tuple[str, dict[str, str]]]:
        facts: dict[str, list[list[str]]] = {}
        for fact in state:
            words = fact[1:-1].split()
            facts.setdefault(words[0], []).append(words[1:])
        for name, (_, conditions, _, _) in self.actions.items():
            ordered = sorted(conditions, key=lambda words: len(facts.get(words[0], ())))
            for values in _matches(ordered, facts, {}):
                yield name, values

    def applied(self, state: frozenset[str], name: str, values: dict[str, str]) -> frozenset[str]:
        _, _, added, deleted = self.actions[name]
        gone = {_atom(words, values) for words in deleted}
        return (state - gone) | {_atom(words, values) for words in added}


def _matches(
    conditions: list[list[str]], facts: dict[str, list[list[str]]], values: dict[str, str]
) -> Iterator[dict[str, str]]:
    """Yield all values of the variables with which the conditions are facts."""
    if not conditions:
        yield values
        return
    (name, *words), *rest = conditions
    for fact in facts.get(name, ()):
        found = dict(values)
        if all(
            found.setdefault(word, value) == value for word, value in zip(words, fact, strict=True)
        ):
            yield from _matches(rest, facts, found)


def apply(problem: Problem, state: frozenset[str], line: str) -> frozenset[str] | None:
    """Return the state after an action such as `(move h5 s9 c6)`; None where it is not possible."""
    name, *words = line.strip("()").split()
    parameters, conditions, _, _ = problem.actions[name]
    values = dict(zip(parameters, words, strict=True))
    if any(_atom(condition, values) not in state for condition in conditions):
        return None
    return problem.applied(state, name, values)


def possible_actions(problem: Problem) -> list[str]:
    """Return every action that is possible at the start, written out."""
    return [
        "(" + " ".join(chain([name], (values[word] for word in problem.actions[name][0]))) + ")"
        for name, values in problem.possible(problem.start)
    ]
