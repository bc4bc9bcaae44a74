// The verdict on a learner's boards, in the words of Python's own_dealer/board_check.py.

import { cardName } from "../games/cards.js";
import { dealCards } from "../games/deal.js";
import { textOf } from "../words.js";

/** @typedef {import("./dealer.js").Dealers} Dealers */
/** @typedef {import("./dealer.js").Explanation} Explanation */
/** @typedef {import("./dealer.js").NumberedBoard} NumberedBoard */
/** @typedef {import("./dealer.js").Divergence} Divergence */
/** @typedef {{number: number, wrongAt: number, found: number, expected: number, explanations: Explanation[],
 *   dealt: number | null, divergence: Divergence | null}} DealCheck `wrongAt` is -1 for a right board. */
/** @typedef {{checks: DealCheck[], explanations: Explanation[], deck: number[] | null, places: number[] | null,
 *   partly: Explanation[], partlyCount: number}} DealChecks `partly` explains the most boards, where nothing explains all. */

/** @typedef {Record<string, string | number>} Values */

/** Figures as they are, with no signs between the thousands. @param {Values} values */
const plain = (values) => Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));

/** A sentence about a check, its places filled. @param {string} key @param {Values} [values] */
export const say = (key, values = {}) => textOf("checks", key, plain(values));

/** Compare a board with the deal of its number, and look for the bug. @param {Dealers} dealers @param {NumberedBoard} board @returns {DealCheck} */
function checkBoard(dealers, board) {
  const { number, cards } = board;
  const right = dealCards(number);
  const wrongAt = cards.findIndex((card, at) => card !== right[at]);
  /** @type {DealCheck} */
  const check = { number, wrongAt, found: -1, expected: -1, explanations: [], dealt: null, divergence: null };
  if (wrongAt < 0) return check;
  const explanations = dealers.explain([board]);
  const dealt = dealers.find(cards);
  const divergence = explanations.length || dealt !== null ? null : dealers.divergence(board);
  return { ...check, found: cards[wrongAt], expected: right[wrongAt], explanations, dealt, divergence };
}

/** The same for several boards of one dealer. @param {Dealers} dealers @param {NumberedBoard[]} boards @returns {DealChecks} */
export function checkBoards(dealers, boards) {
  const checks = boards.map((board) => checkBoard(dealers, board));
  /** @type {DealChecks} */
  const alone = { checks, explanations: [], deck: null, places: null, partly: [], partlyCount: 0 };
  if (boards.length < 2 || checks.every(({ wrongAt }) => wrongAt < 0)) return alone;
  const explanations = dealers.explain(boards);
  if (explanations.length) return { ...alone, explanations };
  const common = { deck: dealers.common(boards, false), places: dealers.common(boards, true) };
  return { ...alone, checks: withSharedClues(checks), ...common, ...mostExplained(dealers, boards, checks) };
}

/** The bugs that explain the most boards, two at least. @param {Dealers} dealers @param {NumberedBoard[]} boards @param {DealCheck[]} checks */
function mostExplained(dealers, boards, checks) {
  const named = checks.flatMap(({ explanations }) => explanations);
  const candidates = [...new Map(named.map((each) => [JSON.stringify(each), each])).values()];
  const counts = candidates.map(
    ({ bugs, suits }) =>
      boards.filter(({ number, cards }) => String(dealers.deal(number, bugs, suits)) === String(cards)).length,
  );
  const partlyCount = Math.max(0, ...counts);
  if (partlyCount < 2) return { partly: [], partlyCount: 0 };
  return { partly: candidates.filter((_, at) => counts[at] === partlyCount), partlyCount };
}

/** Leave out a clue that only some of the wrong boards give. @param {DealCheck[]} checks @returns {DealCheck[]} */
function withSharedClues(checks) {
  const kinds = new Set(
    checks.filter(({ wrongAt }) => wrongAt >= 0).map(({ divergence }) => divergence && clueOf(divergence)),
  );
  if (kinds.size === 1 && !kinds.has(null)) return checks;
  return checks.map((check) => ({ ...check, divergence: check.divergence && { ...check.divergence, clue: "" } }));
}

/** A clue that two boards may share: of a modulus also how far it is from the right one. @param {Divergence} divergence */
const clueOf = ({ clue, modulus, left }) => (clue === "modulus" ? `${clue} ${modulus - left}` : clue);

/** One line: right, or the first wrong card. @param {Pick<DealCheck, "number" | "wrongAt" | "found" | "expected">} check */
export function verdictLine({ number, wrongAt, found, expected }) {
  if (wrongAt < 0) return say("right", { number });
  const where = { card: wrongAt + 1, row: (wrongAt >> 3) + 1, column: (wrongAt & 7) + 1 };
  return say("wrong", { ...where, found: cardName(found), expected: cardName(expected) });
}

/** Bugs in words, with what to change. @param {Explanation} explanation */
const explained = ({ bugs, suits }) => bugs.map((bug) => textOf("mistakes", bug, { suits })).join(say("and"));

/** @param {Explanation[]} explanations */
const causes = (explanations) => explanations.map((each, at) => say(at ? "or" : "cause", { causes: explained(each) }));

/** The likely causes of a wrong board, or what else is known. @param {DealCheck} check @returns {string[]} */
export function causeLines({ explanations, dealt, divergence }) {
  const lines = causes(explanations);
  if (dealt !== null) lines.push(say("dealt", { number: dealt }));
  else if (divergence) lines.push(say("unknown"), ...divergenceLines(divergence));
  return lines;
}

/** @param {Divergence} divergence */
function divergenceLines(divergence) {
  const { step, clue, nearest, nearestCards, ...rest } = divergence;
  const figures = { step, ...rest };
  return [
    say("parted", { card: step + 1, ...figures }),
    ...(clue ? [say(`clue ${clue}`, figures)] : []),
    ...(step >= 8 ? [say("begun well", { cards: step })] : []),
    ...(nearest.length
      ? [say("nearest", { cards: nearestCards, causes: explained({ bugs: nearest, suits: "" }) })]
      : []),
  ];
}

/** What explains all boards together. @param {DealChecks} checks @returns {string[]} */
export function togetherLines({ explanations, deck, places }) {
  const texts = causes(explanations);
  if (deck) texts.push(say("deck", { deck: deck.map(cardName).join(" ") }));
  if (places)
    texts.push(
      say("places", {
        places: places
          .slice(0, 8)
          .map((place) => place + 1)
          .join(" "),
      }),
    );
  return texts.map((text) => say("together", { text }));
}

/** What explains some of the boards. @param {DealChecks} checks @returns {string[]} */
export const partlyLines = ({ partly, partlyCount, checks }) =>
  causes(partly).map((text) => say("partly", { count: partlyCount, boards: checks.length, text }));

/** All of it, as Python says it. @param {DealChecks} checks @returns {string[]} */
export function allLines(checks) {
  const together = togetherLines(checks);
  const each = checks.checks.flatMap((check) =>
    [verdictLine(check), ...(together.length ? [] : causeLines(check))].map((line) => `${check.number}: ${line}`),
  );
  return [...each, ...together, ...partlyLines(checks)];
}
