// How long cards take to move: as the player chose, and not at all where the system asks for less motion.

import { settings } from "../games/store.js";

const FACTORS = { none: 0, quick: 0.5, usual: 1, slow: 2 };

/** By how much the usual time is multiplied; 0 where nothing is to move. */
export function motion() {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return 0;
  return FACTORS[settings.motion] ?? 1;
}
