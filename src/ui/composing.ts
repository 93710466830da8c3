/** Keys that an input method takes while it composes characters: of Japanese, Chinese, Korean, and on some phones. */

/**
 * Whether a key is the input method's: the Enter that accepts a word, the Escape that gives it up, is not meant for the
 * field. Safari tells it after the composition's end, by the code of any such key, 229 (UI Events, section 7.3.1).
 */
export const isComposing = ({
  isComposing,
  keyCode,
}: Pick<KeyboardEvent, "isComposing" | "keyCode">): boolean => isComposing || keyCode === 229;
