/** Whether the process is asked more than it can answer: many requests under way, and its event loop behind. */
import type { Socket } from "node:net";

/** Fewer requests under way than this never are too many, however slow the machine is at the moment. */
const MANY = 100;
/** How far behind the event loop may be, in milliseconds: every step of an answer waits as long. */
const MOST_LAG = 300;
const LOOKS_EVERY = 50;

/** More requests under way than this are too many in any case, for the memory that each takes. */
const MOST = 3000;
/** Requests under way over one connection; browsers and proxies send one at a time. */
const MOST_PIPELINED = 16;

export interface Pressure {
  /**
   * A request begins; call what is returned once, when its answer is sent or given up.
   * @returns undefined when its connection has too many already
   */
  begin(socket: Socket): (() => void) | undefined;
  isTooHigh(): boolean;
  close(): void;
}

export function openPressure(): Pressure {
  let underWay = 0;
  const pipelined = new WeakMap<Socket, number>();
  let looked = performance.now();
  let lag = 0;
  const looking = setInterval(() => {
    const now = performance.now();
    lag = now - looked - LOOKS_EVERY;
    looked = now;
  }, LOOKS_EVERY).unref();
  return {
    begin(socket) {
      const before = pipelined.get(socket) ?? 0;
      if (before >= MOST_PIPELINED) return undefined;
      pipelined.set(socket, before + 1);
      underWay++;
      return () => {
        pipelined.set(socket, (pipelined.get(socket) ?? 1) - 1);
        underWay--;
      };
    },
    // Between two looks the loop may be busy with one long turn.
    isTooHigh: () =>
      underWay >= MOST ||
      (underWay >= MANY && Math.max(lag, performance.now() - looked - LOOKS_EVERY) > MOST_LAG),
    close: () => clearInterval(looking),
  };
}
