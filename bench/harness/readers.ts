/** Readers who go on using the site at their own pace while something else happens to it. */
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { percentile } from "./figures.ts";
import { BROWSER, type Call } from "./load.ts";

export interface Pace {
  origin: string;
  calls: Call[];
  perSecond: number;
  seconds: number;
}

export interface PaceResult {
  /** One for each answer. */
  milliseconds: number[];
  /** Refused, broken or never answered. */
  failures: number;
}

export type Readers = ReturnType<typeof openReaders>;

/** One thread that asks; one pace at a time. */
export function openReaders() {
  const worker = new Worker(new URL("./readers-thread.ts", import.meta.url));
  /** Each answer, and how many failed. */
  async function measure(pace: Pace): Promise<PaceResult> {
    const calls = pace.calls.map((call) => ({ ...call, headers: { ...BROWSER, ...call.headers } }));
    worker.postMessage({ ...pace, calls });
    const [result] = (await once(worker, "message")) as [PaceResult];
    return result;
  }
  return {
    measure,
    /** Latencies in milliseconds. @throws when an answer is a failure */
    async watch(pace: Pace) {
      const { milliseconds, failures } = await measure(pace);
      if (failures) throw new Error(`${failures} of ${milliseconds.length} paced calls failed`);
      return { p50: percentile(milliseconds, 0.5), p99: percentile(milliseconds, 0.99) };
    },
    close: () => worker.terminate(),
  };
}
