/** Settings of the embedded server: durable, small enough for a machine with 1 GB, no personal data in the log. */
const SETTINGS = {
  // The server only listens on one socket in a folder of its own.
  listen_addresses: "",
  unix_socket_permissions: "0700",

  max_connections: 100,
  shared_buffers: "128MB",
  effective_cache_size: "384MB",
  work_mem: "8MB",
  maintenance_work_mem: "64MB",
  max_wal_size: "512MB",
  // Pages are read from solid-state disks or from the cache.
  random_page_cost: 1.1,
  // Requests run concurrently: none should use all cores, or the shared memory that containers limit.
  max_parallel_workers_per_gather: 0,
  jit: "off",
  timezone: "UTC",

  // Log start, shutdown, recovery and refused connections. Callers report the errors of statements, whose text and
  // values may contain e-mail addresses.
  log_min_messages: "log",
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
  log_checkpoints: "off",
  log_timezone: "UTC",
};

/** Returns the settings as command-line options of the server. */
export function settingOptions(): string[] {
  return Object.entries(SETTINGS).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}
