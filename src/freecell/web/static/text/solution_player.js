// Pasted texts recognised, verified move by move and ready to be opened: the same as Python's solution_player.py and
// board_sequence.py. One test reads the same texts with both.

import { Board, deal } from "../games/board.js";
import { NotationError } from "../games/cards.js";
import { playerCount } from "../games/game.js";
import { sayRefusal } from "../table/refusals.js";
import { t } from "../words.js";
import { parseBoard } from "./board_reader.js";
import { isBoardHead, looksLikeASolution, takeApart } from "./solution_reader.js";
import { isBlank, refusal, saying } from "./tokens.js";

/** @import { Autoplay, Move } from "../games/board.js" */
/** @import { LinePlayer } from "../engine/player.js" */
/** @import { Solution } from "./solution_reader.js" */
/** @import { Line } from "./tokens.js" */
/** @typedef {{start: Board, moves: Move[], dialect: string, autoplay: Autoplay, won: boolean, count: number, error: string | null}} Replay
 * What a pasted solution turned out to be; its moves as far as they are legal, and the first that is not. */

/** Read pasted text: a board, or a solution of the deal on the table. @param {string} text @param {number | null} number
 * @param {LinePlayer} player @returns {Board | Replay} */
export function readText(text, number, player) {
  if (!looksLikeASolution(text)) return parseBoard(text);
  try {
    return replay(null, text, player); // the number that the text states comes before that of the page
  } catch (refused) {
    if (number === null || !(refused instanceof NotationError)) throw refused;
    return replay(number, text, player);
  }
}

/** Play a pasted solution, and say what it is and whether it works; null plays the number that the text states.
 * @param {number | null} number @param {string} text @param {LinePlayer} player @returns {Replay} */
function replay(number, text, player) {
  const solution = takeApart(text);
  return replaySolution(startOf(number, solution), solution, player);
}

/** Play a solution of a board. @param {Board} start @param {Solution} solution @param {LinePlayer} player @returns {Replay} */
export function replaySolution(start, solution, player) {
  if (solution.kind === "boards") return replayBoards(start, solution, player);
  if (solution.kind === "pddl") return replayPlan(start, solution, player);
  if (!solution.written.length) throw refusal("record_without_moves");
  const { moves, autoplay, done, won, refusal: refused } = player.replay(start, solution.written, solution.kind);
  const why = refused && sayRefusal(refused, { written: true });
  const error = why && t("impossible_move", { at: String(done + 1), text: solution.written[done].text, why });
  return { start, moves, dialect: dialectOf(solution, autoplay), autoplay, won, count: playerCount(moves), error };
}

/** @param {number | null} number @param {Solution} solution @returns {Board} */
function startOf(number, solution) {
  const cells = solution.start?.cells.length ?? solution.cells ?? 4;
  if (number !== null) {
    if (solution.number !== null && solution.number !== number)
      throw refusal("about_another_deal", { number: String(solution.number), wanted: String(number) });
    const board = deal(number, cells);
    if (solution.start && solution.start.key() !== board.key()) throw refusal("record_of_another_deal");
    return board;
  }
  if (solution.start) return solution.start;
  if (solution.kind === "boards" && solution.number === null) return boardsIn(solution.boards, 4)[0];
  if (solution.number === null) throw refusal("no_deal_stated");
  return deal(solution.number, cells);
}

/** @param {Solution} solution @param {Autoplay} autoplay */
function dialectOf({ kind, written }, autoplay) {
  if (kind !== "standard") return kind;
  if (autoplay !== "none") return "microsoft";
  return written.some((move) => move.cards !== null) ? "snx" : "sn";
}

/** A plan leaves nothing open. @param {Board} start @param {Solution} solution @param {LinePlayer} player @returns {Replay} */
function replayPlan(start, { actions }, player) {
  const played = player.plan(start, actions.map((each) => each.action).join("\n"));
  const { moves, won } = played;
  const { fault, text, refusal: refused } = played;
  const why = refused ? sayRefusal(refused, { written: true }) : fault && t(fault, { text });
  const values = { at: String(moves.length + 1), text: actions[moves.length]?.written ?? "" };
  const error = why ? t("plan_impossible", { ...values, why }) : null;
  return { start, moves, dialect: "pddl", autoplay: "none", won, count: playerCount(moves), error };
}

// Boards one after the other, as Freecell Solver prints them

/** @param {Board} start @param {Solution} solution @param {LinePlayer} player @returns {Replay} */
function replayBoards(start, solution, player) {
  const boards = boardsIn(solution.boards, start.cells.length);
  const { moves, reached, won } = player.follow(start, boards);
  if (!reached) throw refusal("wrong_first_board");
  const error = reached === boards.length ? null : t("impossible_board", { at: String(reached + 1) });
  return { start, moves, dialect: "boards", autoplay: "none", won, count: playerCount(moves), error };
}

/** The boards of a text; each starts with a line that holds the homes. @param {Line[]} lines @param {number} cells @returns {Board[]} */
function boardsIn(lines, cells) {
  const starts = lines.flatMap((line, at) => (isBoardHead(line.text) ? [at] : []));
  return starts.map((at, index) => {
    const block = lines
      .slice(at, starts[index + 1] ?? lines.length)
      .filter((line) => isBlank(line.text) || belongs(line.text));
    const text = block.map((line) => line.text).join("\n");
    return saying("board_at_line", lines[at].number, () => parseBoard(text, cells));
  });
}

/** Whether a line is part of a board and not a sentence under it. @param {string} text */
const belongs = (text) => text.includes(":") || !text.trimEnd().endsWith(".");
