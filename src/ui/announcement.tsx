/** Announces unrequested changes of the page to screen readers. */
import { useEffect, useState } from "react";

/** Milliseconds for which the region stays empty first: screen readers announce changes, not initial content. */
const EMPTY = 150;

/** Visually hidden; the page should show the same text. */
export function Announcement({ children }: { children: string }) {
  const [text, setText] = useState("");
  useEffect(() => {
    const timer = window.setTimeout(() => setText(children), EMPTY);
    return () => window.clearTimeout(timer);
  }, [children]);
  return (
    <span role="status" className="sr-only">
      {text}
    </span>
  );
}
