/** The same as global-setup.ts, on the oldest supported PostgreSQL. */
import type { TestProject } from "vitest/node";
import { provideServer } from "./global-setup.ts";
import { makeOldestCluster } from "./oldest-postgres.ts";

export const setup = (project: TestProject) => provideServer(project, makeOldestCluster);
