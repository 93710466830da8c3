/** Asks at a steady pace and measures each answer: a thread of its own, so that no flood's bookkeeping counts as waiting. */
import { Agent, request } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { parentPort } from "node:worker_threads";
import type { Pace, PaceResult } from "./readers.ts";

const agent = new Agent({ keepAlive: true });

function ask(origin: string, { method, path = "/", headers, body }: Pace["calls"][number]) {
  return new Promise<{ milliseconds: number; status: number }>((resolve, reject) => {
    const started = performance.now();
    const call = request(origin + path, { agent, method, headers }, (response) => {
      response.resume();
      response.once("error", reject);
      response.once("end", () =>
        resolve({ milliseconds: performance.now() - started, status: response.statusCode ?? 0 }),
      );
    });
    call.once("error", reject);
    call.end(body);
  });
}

parentPort?.on("message", async ({ origin, calls, perSecond, seconds }: Pace) => {
  const result: PaceResult = { milliseconds: [], failures: 0 };
  const running: Promise<void>[] = [];
  const started = performance.now();
  // Whatever comes back when: the next one is asked at its time, so that a slow answer hides no other.
  for (let number = 0; number < perSecond * seconds; number++) {
    const wait = started + (number * 1000) / perSecond - performance.now();
    if (wait > 0) await delay(wait);
    const call = calls[number % calls.length];
    if (!call) break;
    running.push(
      ask(origin, call).then(
        ({ milliseconds, status }) => {
          result.milliseconds.push(milliseconds);
          if (status >= 400) result.failures += 1;
        },
        () => {
          result.failures += 1;
        },
      ),
    );
  }
  await Promise.all(running);
  parentPort?.postMessage(result);
});
