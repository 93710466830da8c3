/** The embedded server's settings: safe on disk, modest enough for a machine of 1 GB, silent about people. */
const SETTINGS = {
  // One socket in a folder of its own is the only way in.
  listen_addresses: "",
  unix_socket_permissions: "0700",

  max_connections: 100,
  shared_buffers: "128MB",
  effective_cache_size: "384MB",
  work_mem: "8MB",
  maintenance_work_mem: "64MB",
  max_wal_size: "512MB",
  // Pages are read from solid-state disks or from memory.
  random_page_cost: 1.1,
  // Requests run side by side: none of them shall take every core, nor shared memory that containers are short of.
  max_parallel_workers_per_gather: 0,
  jit: "off",
  timezone: "UTC",

  // Starting, stopping, recovering and refused connections. What a statement got wrong its caller reports; its text
  // and its values, which may hold addresses, are not written.
  log_min_messages: "log",
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
  log_checkpoints: "off",
  log_timezone: "UTC",
};

/** The settings as the server's command line takes them. */
export function settingOptions(): string[] {
  return Object.entries(SETTINGS).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}
