/** The current time for everything that shows it: the server's when it rendered, and from there on. */
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { noteServerTime, serverNow } from "#platform/client/server-time.ts";

const Now = createContext<number | null>(null);

/** @param start milliseconds since 1970 when the server rendered, so that hydration matches the markup */
export function NowProvider({ start, children }: { start: number; children: ReactNode }) {
  const [now, setNow] = useState(start);
  useEffect(() => {
    noteServerTime(start);
    const tick = () => setNow(serverNow());
    tick();
    const timer = window.setInterval(tick, 30_000);
    return () => window.clearInterval(timer);
  }, [start]);
  return <Now value={now}>{children}</Now>;
}

/**
 * @returns milliseconds since 1970, at most half a minute old
 * @throws Error outside of a NowProvider
 */
export function useNow(): number {
  const now = useContext(Now);
  if (now === null) throw new Error("useNow() needs a NowProvider around it");
  return now;
}
