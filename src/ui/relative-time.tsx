/** A relative time, kept up to date; the tooltip shows the exact time in Brasília. */
import { formatDateTime, relativeTime } from "./dates.ts";
import { useNow } from "./now.tsx";

/** @param date ISO 8601, as the API gives it */
export function RelativeTime({ date, className }: { date: string; className?: string }) {
  return (
    <time
      // A minute may pass between server rendering and hydration.
      suppressHydrationWarning
      dateTime={date}
      title={formatDateTime(date)}
      className={className}
    >
      {relativeTime(date, useNow())}
    </time>
  );
}
