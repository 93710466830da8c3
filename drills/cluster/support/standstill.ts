/** Whether this machine stood still: then times say nothing about what was measured. */

/** Milliseconds between two looks, and how late one may be. */
const INTERVAL = 100;
const LATE = 3000;

/** @returns whether it stood still since the last question */
export function watchForStandstill(): () => boolean {
  let last = performance.now();
  let stood = false;
  setInterval(() => {
    const now = performance.now();
    stood ||= now - last > INTERVAL + LATE;
    last = now;
  }, INTERVAL).unref();
  return () => {
    const answer = stood;
    stood = false;
    return answer;
  };
}
