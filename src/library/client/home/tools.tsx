/** The tools, as a way into the library. */
import { ToolLinks } from "#prompts/client/tool-links.tsx";

export function Tools() {
  return (
    <section aria-labelledby="ferramentas" className="measure mt-20 sm:mt-28">
      <h2 id="ferramentas" className="mb-8 text-3xl">
        Explore por ferramenta
      </h2>
      <ToolLinks />
    </section>
  );
}
