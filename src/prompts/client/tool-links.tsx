/** Links to the prompts of each tool. */
import { Link } from "wouter";
import { LLM_TYPES } from "#prompts/catalog.ts";
import { ToolBadge } from "./tool-badge.tsx";

export function ToolLinks() {
  return (
    <ul className="grid grid-cols-2 gap-2.5 sm:grid-cols-4 md:grid-cols-5 lg:grid-cols-7">
      {LLM_TYPES.map(({ id, name }) => (
        <li key={id}>
          <Link href={`/prompts?llm=${id}`} className="group block rounded-tile rounded-tr-corner-sm">
            <ToolBadge
              name={name}
              className="min-h-11 rounded-tr-corner-sm w-full justify-center px-2 text-sm! transition-[border-radius] group-hover:rounded-tr-[1.375rem] group-active:translate-y-px"
            />
          </Link>
        </li>
      ))}
    </ul>
  );
}
