/** Asks for `/healthz` all the time, in a thread of its own: tells the slowest answer since it was last asked. */
import { Agent, get } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";

const EVERY = 20;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
let slowest = 0;
/** It answers as it must. @throws when there is none */
const ask = () =>
  new Promise<void>((resolve, reject) => {
    get({ port: workerData, host: "127.0.0.1", path: "/healthz", agent }, (answer) => {
      answer.resume().once("end", resolve);
    }).once("error", reject);
  });

parentPort?.on("message", () => {
  parentPort?.postMessage(slowest);
  slowest = 0;
});
for (;;) {
  const began = performance.now();
  // The run itself notices a site that has ended.
  await ask().catch(() => {});
  slowest = Math.max(slowest, performance.now() - began);
  await delay(EVERY);
}
