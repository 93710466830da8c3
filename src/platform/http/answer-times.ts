/** How long answers take, as a Prometheus histogram. */
import { Histogram } from "prom-client";

/** Upper bounds in seconds: cached answers, one query, several, slow, very slow. */
const BUCKETS = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5];
const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

export type AnswerTimes = Histogram<"method" | "route" | "status">;

/** The histogram `prompteca_http_request_duration_seconds` of one server, in no registry yet. */
export function createAnswerTimes(): AnswerTimes {
  return new Histogram({
    name: "prompteca_http_request_duration_seconds",
    help: "Time to answer a request, by the pattern of its route; pages ask the API inside the process as well.",
    labelNames: ["method", "route", "status"],
    buckets: BUCKETS,
    registers: [],
  });
}

/**
 * Counts one answer. Labels come from few values, whatever is asked for.
 * @param route the pattern, never the address itself; undefined where no route was found
 * @param ms milliseconds
 */
export function observeAnswer(
  times: AnswerTimes,
  {
    route = "none",
    method,
    status,
    ms,
  }: { route: string | undefined; method: string; status: number; ms: number },
): void {
  const labels = {
    method: METHODS.has(method) ? method : "other",
    // Files of the build have names that change with every version.
    route: route.startsWith("/assets/") ? "/assets/*" : route,
    status: `${Math.floor(status / 100)}xx`,
  };
  times.observe(labels, ms / 1000);
}
