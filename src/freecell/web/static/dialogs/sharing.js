// Giving a text to others: through what the system offers, or else through the clipboard.

/** Share a text. @param {string} text @returns {Promise<string>} the key of what to say */
export async function share(text) {
  if (navigator.share && matchMedia("(pointer: coarse)").matches) {
    try {
      await navigator.share({ text });
      return "shared";
    } catch (error) {
      if (/** @type {Error} */ (error).name === "AbortError") return "not_shared";
    }
  }
  return copyText(text);
}

/** Copy a text. @param {string} text @returns {Promise<string>} the key of what to say */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return "copied";
  } catch {
    return "copy_failed";
  }
}
