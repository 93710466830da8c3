/** Asks at a steady pace and measures each answer: a thread of its own, so that no flood's bookkeeping counts as waiting. */
import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { finished } from "node:stream/promises";
import { setTimeout as delay } from "node:timers/promises";
import { parentPort } from "node:worker_threads";
import type { Pace, PaceResult } from "./readers.ts";

const agent = new Agent({ keepAlive: true });

/** @returns whether the answer is a success */
async function ask(origin: string, { method, path, headers, body }: Pace["calls"][number]): Promise<boolean> {
  const call = request(`${origin}${path}`, { agent, method, headers }).end(body);
  const [response] = (await once(call, "response")) as [IncomingMessage];
  await finished(response.resume());
  return (response.statusCode ?? 0) < 400;
}

parentPort?.on("message", async ({ origin, calls, perSecond, seconds }: Pace) => {
  const result: PaceResult = { milliseconds: [], failures: 0 };
  // Whatever comes back when: the next one is asked at its time, so that a slow answer hides no other.
  async function read(call: Pace["calls"][number], number: number): Promise<void> {
    await delay((number * 1000) / perSecond);
    const asked = performance.now();
    const succeeded = await ask(origin, call).catch(() => undefined);
    if (succeeded !== undefined) result.milliseconds.push(performance.now() - asked);
    if (!succeeded) result.failures += 1;
  }
  await Promise.all(
    Array.from({ length: perSecond * seconds }, (_, number) =>
      read(calls[number % calls.length] as Pace["calls"][number], number),
    ),
  );
  parentPort?.postMessage(result);
});
