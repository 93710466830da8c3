/** Whether the process is asked more than it can answer: many requests under way, and its event loop behind. */

/** Fewer requests under way than this never are too many, however slow the machine is at the moment. */
const MANY = 100;
/** How far behind the event loop may be, in milliseconds: every step of an answer waits as long. */
const MOST_LAG = 300;
const LOOKS_EVERY = 50;

/** More requests under way than this are too many in any case, for the memory that each takes. */
const MOST = 3000;

export interface LoadShedder {
  /** A request begins; call what is returned once, when its answer is sent or given up. */
  begin(): () => void;
  isTooHigh(): boolean;
  close(): void;
}

export function openLoadShedder(): LoadShedder {
  let underWay = 0;
  let looked = performance.now();
  let lag = 0;
  const looking = setInterval(() => {
    const now = performance.now();
    lag = now - looked - LOOKS_EVERY;
    looked = now;
  }, LOOKS_EVERY).unref();
  return {
    begin() {
      underWay++;
      return () => {
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
