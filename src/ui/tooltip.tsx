/** A tooltip: appears after hovering for 700 ms, or at once within 300 ms of the previous one. */
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from "react";

/** Specification, section 9; both in milliseconds. */
const TOOLTIP_DELAY = 700;
const SKIP_DELAY = 300;

let lastClosed = Number.NEGATIVE_INFINITY;

/**
 * Names or explains the control inside it. Shown for pointer and keyboard, not for touch; Escape closes it, and it
 * stays while the pointer is over the text.
 */
export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLSpanElement>(null);
  const bubble = useRef<HTMLSpanElement>(null);
  const timer = useRef(0);

  const wait = (milliseconds: number, next: boolean) => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setOpen(next), milliseconds);
  };
  const close = () => {
    window.clearTimeout(timer.current);
    setOpen(false);
  };
  useEffect(() => () => window.clearTimeout(timer.current), []);

  useLayoutEffect(() => {
    const control = anchor.current?.firstElementChild;
    if (!open || !control || !bubble.current) return;
    const closeOnEscape = (event: KeyboardEvent) => event.key === "Escape" && setOpen(false);
    const closeWhereItMoves = () => setOpen(false);
    document.addEventListener("keydown", closeOnEscape);
    window.addEventListener("resize", closeWhereItMoves);
    if (control.getAttribute("aria-label") !== text) control.setAttribute("aria-describedby", id);
    place(bubble.current, control.getBoundingClientRect());
    return () => {
      lastClosed = performance.now();
      document.removeEventListener("keydown", closeOnEscape);
      window.removeEventListener("resize", closeWhereItMoves);
      control.removeAttribute("aria-describedby");
    };
  }, [open, id, text]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the control inside is interactive; this element only observes it
    <span
      ref={anchor}
      className="contents"
      onPointerEnter={(event) => {
        if (event.pointerType === "touch") return;
        wait(performance.now() - lastClosed < SKIP_DELAY ? 0 : TOOLTIP_DELAY, true);
      }}
      onPointerLeave={() => wait(100, false)}
      onPointerDown={close}
      onFocus={(event) => event.target.matches(":focus-visible") && setOpen(true)}
      onBlur={close}
    >
      {children}
      {open && (
        <span
          ref={bubble}
          id={id}
          role="tooltip"
          popover="manual"
          // The border is visible only with forced colours, which remove the background.
          className="m-0 w-max max-w-64 rounded-tile rounded-tr-lg border border-transparent bg-ink px-2.5 py-1.5 text-xs font-medium text-ground"
        >
          {text}
        </span>
      )}
    </span>
  );
}

/** Shows the bubble in the top layer, centred above the control, or below it when there is no space. */
function place(bubble: HTMLElement, control: DOMRect) {
  bubble.showPopover();
  const { offsetWidth: width, offsetHeight: height } = bubble;
  const left = control.left + control.width / 2 - width / 2;
  const above = control.top - height - 8;
  bubble.style.inset = "auto";
  bubble.style.left = `${Math.max(8, Math.min(left, document.documentElement.clientWidth - width - 8))}px`;
  bubble.style.top = `${above < 8 ? control.bottom + 8 : above}px`;
}
