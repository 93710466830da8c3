/** Keeps a page with a form where something is dropped that nothing takes: the browser would leave it for that, with what was typed. */

/** These take what is dropped on them by themselves. */
const FIELD = "input, textarea, [contenteditable]";

function refuse(event: DragEvent): void {
  const { dataTransfer, target } = event;
  const isTaken = event.defaultPrevented || (target instanceof Element && target.closest(FIELD));
  if (isTaken || !dataTransfer?.types.some((type) => type === "Files" || type === "text/uri-list")) return;
  event.preventDefault();
  dataTransfer.dropEffect = "none";
}

export function keepDropsOut(): void {
  addEventListener("dragover", refuse);
  addEventListener("drop", refuse);
}
