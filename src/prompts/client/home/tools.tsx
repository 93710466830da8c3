/** Links to the prompts of each tool. */
import { Link } from "wouter";
import { LLM_TYPES } from "#prompts/catalog.ts";
import { ToolBadge } from "#prompts/client/tool-badge.tsx";

export function Tools() {
  return (
    <section aria-labelledby="ferramentas" className="measure mt-20 sm:mt-28">
      <h2 id="ferramentas" className="text-3xl">
        Escolha pela ferramenta
      </h2>
      <ul className="mt-8 grid grid-cols-2 gap-2.5 sm:flex sm:flex-wrap lg:grid lg:grid-cols-7">
        {LLM_TYPES.map(({ id, name }) => (
          <li key={id}>
            <Link href={`/prompts?llm=${id}`} className="group block rounded-tile rounded-tr-corner-sm">
              <ToolBadge
                name={name}
                className="min-h-11 rounded-tr-corner-sm w-full justify-center px-4 text-sm! transition-[border-radius] group-hover:rounded-tr-[1.375rem] group-active:translate-y-px"
              />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
