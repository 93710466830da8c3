/** The sections of `/programas`, in the order in which they are shown. */
import type { ProgramSection } from "./section.tsx";

/** Files of `./sections`; one that does not exist is not listed. */
const ORDER = ["api", "keys", "mcp", "command-line", "import-export", "embedding"];

const modules = import.meta.glob<{ section: ProgramSection }>("./sections/*.tsx", { eager: true });

export const sections: readonly ProgramSection[] = ORDER.flatMap(
  (name) => modules[`./sections/${name}.tsx`]?.section ?? [],
);
