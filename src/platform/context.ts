/** What every room's server side is given: the process's connections and services, opened once in app/main.ts. */
import type { FastifyBaseLogger } from "fastify";
import type { Answers } from "./answers.ts";
import type { Config } from "./config.ts";
import type { Database } from "./db.ts";
import type { Jobs } from "./jobs.ts";
import type { Limits } from "./limits.ts";
import type { Secrets } from "./secrets.ts";
import type { Storage } from "./storage.ts";

export interface Context extends Pick<Database, "db" | "slowDb" | "pool" | "direct" | "reads"> {
  config: Config;
  log: FastifyBaseLogger;
  /** Pictures. */
  storage: Storage;
  /** Work that must survive a crash, enqueued in the transaction of its cause. */
  jobs: Jobs;
  /** Keys derived from SECRET_KEY. */
  secrets: Secrets;
  limits: Limits;
  /** Public answers, kept for a moment. */
  answers: Answers;
}
