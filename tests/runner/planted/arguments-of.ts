import { readFileSync } from "node:fs";

/** The arguments of a process, as Linux tells: none once it has ended. */
export function argumentsOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}
