/** Says to screen readers what has appeared on the page without having been asked for. */
import { useEffect, useState } from "react";

/** How long the region stands empty first: readers tell what changes in it, not what it came with. In milliseconds. */
const EMPTY = 150;

/** Not seen; what is said should stand on the page as well. */
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
