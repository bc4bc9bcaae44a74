// Plans of planners taken apart, as Python's pddl.py does it; the player of lines plays them.

import { refusal, shorten, splitLines } from "./tokens.js";

/** @typedef {{written: string, action: string}} Action As it is written, and as the player of lines reads it. */

const ACTION =
  /^[ \t]{0,20}(?:[\d.]{1,9}:?[ \t]{1,9})?\(?[ \t]{0,9}(move(?:-b)?|sendto(?:free|home)(?:-b)?|sendtonewcol|homefromfreecell|(?:new)?colfromfreecell)[ \t]{0,9}[( \t][ \t]{0,9}([cdhs](?:10|[a2-9tjqk])[, \t][a-z0-9, \t]{1,99})/i;
const OTHER = /^[ \t]{0,20}\((?!define\b)/i;

/** Whether a text has an action of the domain. @param {string} text */
export const isPlan = (text) => splitLines(text).some((line) => ACTION.test(line.text));

/** The actions of a plan. @param {string} text @returns {Action[]} */
export function actionsIn(text) {
  const lines = splitLines(text).map((line) => line.text);
  return lines
    .filter((line) => OTHER.test(line) || ACTION.test(line))
    .map((line) => {
      const [, name, words] = ACTION.exec(line) ?? [];
      const written = shorten(line.trim(), 60);
      if (name === undefined) throw refusal("plan_not_an_action", { text: written });
      const action = `${name} ${words.replaceAll(",", " ").trim()}`.toLowerCase().replace(/[ \t]+/g, " ");
      return { written, action: action.replace(/\b([cdhs])t\b/g, "$110") };
    });
}
