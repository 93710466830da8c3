/** The switch for maintenance: a file in DATA_DIR, which can be set whether the site runs or not. */
import { existsSync } from "node:fs";
import { access, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "./errors.ts";

/** Milliseconds between two looks at the file. */
const LOOK_INTERVAL_MS = 1000;
/** What is answered all the same: what watches the process, and files of pages that are open. */
const ALWAYS_ANSWERED = /^\/(healthz$|metrics$|assets\/|favicon\.svg$)/;

const fileIn = (dataDir: string) => join(dataDir, "maintenance");

export const maintenance = () =>
  new AppError(
    503,
    "maintenance",
    "A Prompteca está em manutenção ou reiniciando. Nada do que foi publicado se perde.",
    {
      headers: { "retry-after": "30" },
    },
  );

/** @returns whether the switch is on */
export function isInMaintenance(dataDir: string): boolean {
  return existsSync(fileIn(dataDir));
}

/** Turns the switch; processes that use this folder notice within a second. */
export async function setMaintenance(dataDir: string, on: boolean): Promise<void> {
  if (on) await writeFile(fileIn(dataDir), `${new Date().toISOString()}\n`, { mode: 0o644 });
  else await rm(fileIn(dataDir), { force: true });
}

/** @returns whether a path is refused now, and how to end looking */
export function watchMaintenance(dataDir: string): { refuses(path: string): boolean; stop(): void } {
  let isOn = isInMaintenance(dataDir);
  const timer = setInterval(async () => {
    isOn = await access(fileIn(dataDir)).then(
      () => true,
      () => false,
    );
  }, LOOK_INTERVAL_MS).unref();
  return {
    refuses: (path) => isOn && !ALWAYS_ANSWERED.test(path),
    stop: () => clearInterval(timer),
  };
}
