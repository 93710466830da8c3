/**
 * Metrics of the process under their usual names. prom-client's own set listens to every garbage collection, of which a busy
 * site has many a second: that took about 6 % of an answer.
 */
import { monitorEventLoopDelay, performance } from "node:perf_hooks";
import { Counter, Gauge } from "prom-client";

/** How exactly the event loop's delay is known, in milliseconds. */
const RESOLUTION = 20;
const NANO = 1e9;
const MICRO = 1e6;

const delay = monitorEventLoopDelay({ resolution: RESOLUTION });
delay.enable();

new Gauge({
  name: "nodejs_eventloop_lag_p99_seconds",
  help: "How late the event loop was for one in a hundred timers since the metrics were last asked for.",
  collect() {
    // The timer itself takes the resolution; without a sample yet there is nothing to take it from.
    this.set(Math.max(0, (delay.percentile(99) || 0) / NANO - RESOLUTION / 1000));
    delay.reset();
  },
});
new Gauge({
  name: "nodejs_eventloop_utilization",
  help: "Share of time since the start in which the event loop was busy.",
  collect() {
    this.set(performance.eventLoopUtilization().utilization);
  },
});
new Gauge({
  name: "process_resident_memory_bytes",
  help: "Memory of the process, without that of its embedded database.",
  collect() {
    this.set(process.memoryUsage.rss());
  },
});
new Gauge({
  name: "nodejs_heap_size_used_bytes",
  help: "Memory that objects take.",
  collect() {
    this.set(process.memoryUsage().heapUsed);
  },
});
new Gauge({
  name: "process_start_time_seconds",
  help: "When the process started, in seconds since 1970.",
}).set(performance.timeOrigin / 1000);
new Counter({
  name: "process_cpu_seconds_total",
  help: "Processor time that the process took.",
  collect() {
    const { user, system } = process.cpuUsage();
    this.reset();
    this.inc((user + system) / MICRO);
  },
});
