/**
 * Keeps a page alive that the browser translates (decision 61). A translator puts an element of its own in the place of a
 * text. React does not know: it fails to remove the text or to insert beside it, which ends the page, and what it changes
 * stays unseen. So a node that React is about to touch is put back first; the translator then finds it, and translates it
 * anew.
 */

/** Replacements of nodes that a translator has taken out of the page. */
const standIns = new WeakMap<Node, ChildNode>();

/** React marks the nodes that it has made. */
const isOurs = (node: Node) => Object.keys(node).some((key) => key.startsWith("__react"));

let last: MutationRecord | undefined;

function note(records: MutationRecord[]): void {
  for (const record of records) {
    const { addedNodes, removedNodes, previousSibling, nextSibling, target } = record;
    for (const node of addedNodes) standIns.delete(node);
    // At once, one after the other, or beside it before it goes.
    const isSecondHalf =
      removedNodes.length === 0 &&
      last?.target === target &&
      last.previousSibling === previousSibling &&
      last.nextSibling === nextSibling;
    const gone = (isSecondHalf ? last : record)?.removedNodes[0];
    const found = addedNodes[0] ?? [previousSibling, nextSibling].find((node) => node && !isOurs(node));
    if (gone && found) standIns.set(gone, found as ChildNode);
    last = record;
  }
}

const observer = new MutationObserver(note);

/** Puts a node back to where something else stands for it. */
function putBack(node: Node): void {
  note(observer.takeRecords());
  let standIn = standIns.get(node);
  while (standIn && !standIn.isConnected) standIn = standIns.get(standIn);
  standIn?.replaceWith(node);
}

let translated = false;

/** Whether a translator has been seen. */
export function isTranslated(): boolean {
  translated ||= document.querySelector("font") !== null;
  return translated;
}

/** Before hydration. */
export function surviveTranslation(): void {
  observer.observe(document.body, { childList: true, subtree: true });
  const { removeChild, insertBefore } = Node.prototype;

  Node.prototype.removeChild = <T extends Node>(child: T): T => {
    if (!child.parentNode) putBack(child);
    // It may have been moved into an element of the translator's, or be lost.
    const parent = child.parentNode;
    return parent ? (removeChild.call(parent, child) as T) : child;
  };

  Node.prototype.insertBefore = function <T extends Node>(node: T, before: Node | null): T {
    if (before && !before.parentNode) putBack(before);
    let place = before;
    while (place && place.parentNode !== this) place = place.parentNode;
    return insertBefore.call(this, node, place) as T;
  };

  const value = Object.getOwnPropertyDescriptor(Node.prototype, "nodeValue") as PropertyDescriptor;
  Object.defineProperty(Node.prototype, "nodeValue", {
    ...value,
    set(this: Node, text: string) {
      value.set?.call(this, text);
      if (!this.parentNode) putBack(this);
    },
  });
}
