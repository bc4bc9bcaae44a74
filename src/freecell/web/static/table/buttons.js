// Buttons that have nothing to do for a while.

/** Switch a button off, or on again. One that has the focus keeps it, and is really off when the focus goes.
 * @param {HTMLButtonElement} button @param {boolean} off */
export function switchOff(button, off) {
  const focused = off && button === document.activeElement;
  button.disabled = off && !focused;
  button.toggleAttribute("aria-disabled", focused);
  if (!focused) return;
  button.setAttribute("aria-disabled", "true");
  const leave = () => button.hasAttribute("aria-disabled") && switchOff(button, true);
  button.addEventListener("blur", () => setTimeout(leave), { once: true });
}
