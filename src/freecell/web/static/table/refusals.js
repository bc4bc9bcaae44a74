// Why a move is refused, in words. The reasons are those of Python's board/moves.py, and the core's player gives them; until it is
// loaded, and where it does not run, the hands say only that the cards cannot go there.

import { FIRST_CELL, HOME } from "../games/board.js";
import { cardName } from "../games/cards.js";
import { PLACE_NAMES } from "../text/address.js";
import { sentence, spokenObject, spokenSubject, t } from "../words.js";

/** @import { Board, Move, Place } from "../games/board.js" */
/** @typedef {{reason: string, place?: Place, card?: number, other?: number, count?: number, most?: number}} Refusal
 * Why a move is refused, and the cards and places that it is about. */

/** @type {import("../engine/player.js").LinePlayer | null} */
let player = null;

/** Load the core's player of lines, which knows every reason. */
export async function loadReasons() {
  const { loadPlayer } = await import("../engine/player.js");
  player = await loadPlayer();
}

/** Why cards that are held cannot be put down, which is known to be so. @param {Board} board @param {Move} held @returns {Refusal} */
export function whyNot(board, held) {
  const card = board.cardsAt(held.source).at(-held.count);
  return player?.refusal(board, held) ?? { reason: card === undefined ? "nothing" : "there", card };
}

/** A refusal in words: a sentence for the player, or a part of one about a written line, which names cards by their letters.
 * @param {Refusal} refusal @param {{written?: boolean}} [options] */
export function sayRefusal({ reason, place = 0, card, other, count = 0, most = 0 }, { written = false } = {}) {
  const text = t(`refused_${reason}`, {
    place: placeName(place),
    number: String(place),
    letter: PLACE_NAMES[place],
    n: most,
    count,
    card: card === undefined ? "" : (written ? cardName : spokenObject)(card),
    name: card === undefined ? "" : (written ? cardName : spokenSubject)(card),
    other: other === undefined ? "" : (written ? cardName : spokenObject)(other),
  });
  return written ? text : sentence(`${text}.`);
}

/** @param {Place} place */
function placeName(place) {
  if (place === HOME) return t("place_home");
  return t(place < FIRST_CELL ? "place_column" : "place_cell", { letter: PLACE_NAMES[place] });
}
