/** Durations of responses, as a Prometheus histogram. */
import { Histogram } from "prom-client";

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

const answerTimes = new Histogram({
  name: "prompteca_http_request_duration_seconds",
  help: "Time to answer a request, by the pattern of its route; pages ask the API inside the process as well.",
  labelNames: ["method", "route", "status"],
  // Cached, one query, several queries, slow, very slow.
  buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 2.5],
});

/** A response for metrics and log. */
export interface ResponseRecord {
  id: string;
  method: string;
  /** Includes the query, which is not logged. */
  url: string;
  /** Pattern of its route, never the URL; undefined when no route matched. */
  route: string | undefined;
  status: number;
  /** Duration in milliseconds. */
  ms: number;
}

/** Records the duration of a response. Labels have few distinct values, whatever clients request. */
export function observeAnswer({ route = "none", method, status, ms }: ResponseRecord): void {
  const labels = {
    method: METHODS.has(method) ? method : "other",
    // Names of built files change with every version.
    route: route.startsWith("/assets/") ? "/assets/*" : route,
    status: `${Math.floor(status / 100)}xx`,
  };
  answerTimes.observe(labels, ms / 1000);
}
