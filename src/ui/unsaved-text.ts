/** What was typed into a dialog and not sent. */
import { type FocusEvent, useRef } from "react";

type TypedField = HTMLInputElement | HTMLTextAreaElement;

/** Fields whose text is worth a question: not passwords, addresses and searches, which one types again. */
const WORTH = "textarea, input:is(:not([type]), [type=text])";

/**
 * Follows the fields of an element from the moment that each gets the focus.
 * @returns `onFocus` for the element, and `find` for a field that has another text than before
 */
export function useUnsavedText() {
  const before = useRef(new Map<TypedField, string>());
  return {
    onFocus({ target }: FocusEvent) {
      const isNew = target.matches(WORTH) && !before.current.has(target as TypedField);
      if (isNew) before.current.set(target as TypedField, (target as TypedField).value);
    },
    find: () =>
      [...before.current].find(
        ([field, text]) =>
          field.isConnected && field.value.trim() !== "" && field.value.trim() !== text.trim(),
      )?.[0],
    forget: () => before.current.clear(),
  };
}
