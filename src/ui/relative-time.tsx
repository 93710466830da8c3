/** How long ago something was, kept up to date; the exact time in Brasília on pointing at it. */
import { formatDateTime, relativeTime } from "./dates.ts";
import { useNow } from "./now.tsx";

/** @param date ISO 8601, as the API gives it */
export function RelativeTime({ date, className }: { date: string; className?: string }) {
  return (
    <time
      // A minute may pass between the server's text and a page that comes alive slowly.
      suppressHydrationWarning
      dateTime={date}
      title={formatDateTime(date)}
      className={className}
    >
      {relativeTime(date, useNow())}
    </time>
  );
}
