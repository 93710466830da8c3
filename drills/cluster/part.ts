/** A part of `npm run test:cluster`: a file of this folder that exports `part`. */
import type { Folder } from "./support/folder.ts";
import type { Processes } from "./support/processes.ts";

/** A row of the table in the end. */
export interface Figure {
  name: string;
  /** With its unit, as it is shown: "4.2 s". */
  value: string;
  /** Target as it is shown; absent where the figure has none. */
  target?: string;
  /** Whether it was reached; absent without a target. */
  met?: boolean;
}

/** A figure that has to be nought. */
export const none = (name: string, count: number): Figure => ({
  name,
  value: String(count),
  target: "0",
  met: count === 0,
});

export interface Context {
  /** Empty, of the user that the engines run as; removed in the end. */
  folder: Folder;
  /** Starts processes, all of which are stopped when the part ends, however it ends. */
  processes: Processes;
  /** Values of the part's options. */
  options: Readonly<Record<string, string>>;
  /** Tells how far it is. */
  tell(line: string): void;
}

export interface Part {
  name: string;
  /** Programs it starts; `support/engines.ts` knows their Debian packages. */
  needs: readonly string[];
  /** Whether it makes network namespaces, which only root may. */
  needsRoot?: boolean;
  /** Command line options with their defaults. */
  options?: Readonly<Record<string, string>>;
  /** @returns what came out. @throws when it could not be found out */
  run(context: Context): Promise<Figure[]>;
}
