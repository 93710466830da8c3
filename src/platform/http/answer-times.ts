/** How long answers took, by route: plain numbers while answering, a Prometheus histogram when somebody asks. */
import type { Metric } from "prom-client";

/** Upper bounds in milliseconds: kept answers, one query, several, slow, very slow. */
const BOUNDS = [1, 5, 25, 100, 500, 2500];

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "other"];
const OTHER = METHODS.length - 1;
/** Answers whose hundreds are these; index 0 is never used. */
const CLASSES = 6;
const NO_ROUTE = "none";

interface Cell {
  route: string;
  method: string;
  status: string;
  /** One more than bounds: the last takes what is slower than all of them. */
  counts: number[];
  sum: number;
}

/** Files of the build have names that change with every version: together they are one route. */
function labelOf(route: string | undefined): string {
  return route?.startsWith("/assets/") ? "/assets/*" : (route ?? NO_ROUTE);
}

/**
 * The histogram `prompteca_http_request_duration_seconds`. prom-client's own builds and hashes a text of all labels for every
 * observation, which costs about a microsecond; here it is an array behind the route.
 */
export class AnswerTimes {
  readonly name = "prompteca_http_request_duration_seconds";
  readonly help =
    "Time to answer a request, by the pattern of its route; pages ask the API inside the process as well.";
  readonly type = "histogram";
  readonly aggregator = "sum";
  readonly #cells = new Map<string | undefined, (Cell | undefined)[]>();
  readonly #all = new Map<string, Cell>();

  /**
   * @param route the pattern, never an address as it was asked for: it becomes a label
   * @param ms milliseconds
   */
  observe(route: string | undefined, method: string, status: number, ms: number): void {
    let cells = this.#cells.get(route);
    if (!cells) {
      cells = [];
      this.#cells.set(route, cells);
    }
    const methodIndex = METHODS.indexOf(method);
    const index = (methodIndex < 0 ? OTHER : methodIndex) * CLASSES + Math.floor(status / 100);
    let cell = cells[index];
    if (!cell) {
      cell = this.#cellFor(labelOf(route), METHODS[methodIndex] ?? "other", `${Math.floor(status / 100)}xx`);
      cells[index] = cell;
    }
    let bound = 0;
    while (bound < BOUNDS.length && ms > (BOUNDS[bound] as number)) bound++;
    (cell.counts[bound] as number)++;
    cell.sum += ms;
  }

  #cellFor(route: string, method: string, status: string): Cell {
    const key = `${method} ${route} ${status}`;
    let cell = this.#all.get(key);
    if (!cell) {
      cell = { route, method, status, counts: new Array(BOUNDS.length + 1).fill(0), sum: 0 };
      this.#all.set(key, cell);
    }
    return cell;
  }

  /** What prom-client's registry asks of a metric. */
  async get() {
    const values = [...this.#all.values()].flatMap(({ route, method, status, counts, sum }) => {
      const labels = { method, route, status };
      let count = 0;
      const buckets = counts.map((n, index) => {
        count += n;
        const bound = BOUNDS[index];
        return {
          metricName: `${this.name}_bucket`,
          labels: { ...labels, le: bound ? bound / 1000 : "+Inf" },
          value: count,
        };
      });
      return [
        ...buckets,
        { metricName: `${this.name}_sum`, labels, value: sum / 1000 },
        { metricName: `${this.name}_count`, labels, value: count },
      ];
    });
    const { name, help, type, aggregator } = this;
    return { name, help, type, aggregator, values };
  }

  /** For `Registry.registerMetric`, whose type knows prom-client's own classes alone. */
  asMetric(): Metric {
    return this as unknown as Metric;
  }
}
