/** Copies text to the clipboard, with a fallback when the Clipboard API is missing or refused. */

/** @returns whether it worked; never throws. Browsers require a call within a click handler. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Without a secure context or permission: the deprecated command.
    return copyByCommand(text);
  }
}

/**
 * Copies what is selected, because some browsers copy nothing else, and hands the text over in the event that tells of it:
 * the command alone says that it has copied where it has copied nothing. A field would need the focus, which an open dialog
 * takes back.
 */
function copyByCommand(text: string): boolean {
  const selection = getSelection();
  const before = selection?.rangeCount ? selection.getRangeAt(0) : undefined;
  const copied = document.createElement("span");
  copied.textContent = text;
  copied.className = "fixed top-0 whitespace-pre opacity-0 select-text";
  document.body.append(copied);
  selection?.selectAllChildren(copied);
  let isHanded = false;
  const hand = (event: ClipboardEvent) => {
    event.clipboardData?.setData("text/plain", text);
    event.preventDefault();
    isHanded = event.clipboardData !== null;
  };
  document.addEventListener("copy", hand, { capture: true });
  try {
    return document.execCommand("copy") && isHanded;
  } catch {
    return false;
  } finally {
    document.removeEventListener("copy", hand, { capture: true });
    copied.remove();
    selection?.removeAllRanges();
    if (before) selection?.addRange(before);
  }
}
