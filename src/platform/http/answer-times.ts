/** Durations of responses, as a Prometheus histogram. */
import { Histogram } from "prom-client";

/** Upper bounds in seconds: cached, one query, several queries, slow, very slow. */
const BUCKETS_SECONDS = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5];
const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

export type AnswerTimes = Histogram<"method" | "route" | "status">;

/** Creates the histogram `prompteca_http_request_duration_seconds` of a server, without registering it. */
export function createAnswerTimes(): AnswerTimes {
  return new Histogram({
    name: "prompteca_http_request_duration_seconds",
    help: "Time to answer a request, by the pattern of its route; pages ask the API inside the process as well.",
    labelNames: ["method", "route", "status"],
    buckets: BUCKETS_SECONDS,
    registers: [],
  });
}

/**
 * Records the duration of a response. Labels have few distinct values, whatever clients request.
 * @param route pattern of the route, never the URL; undefined when no route matched
 * @param ms duration in milliseconds
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
    // Names of built files change with every version.
    route: route.startsWith("/assets/") ? "/assets/*" : route,
    status: `${Math.floor(status / 100)}xx`,
  };
  times.observe(labels, ms / 1000);
}
