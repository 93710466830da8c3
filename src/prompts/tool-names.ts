/** AI tools by their names, as people and programs write them. */
import { foldText } from "#language/fold.ts";
import { LLM_TYPES } from "./catalog.ts";

/** No name is longer. */
const LONGEST = 60;

/** Key shared by equal names: case, accents, spaces and hyphens do not count. */
export const nameKey = (name: string): string => foldText(name.slice(0, LONGEST)).replace(/[\s._-]+/g, "");

/** The tool of a name; undefined when there is none. */
export const findTool = (name: string) => LLM_TYPES.find((tool) => nameKey(tool.name) === nameKey(name));
