/** Leads to what the author has begun to make from other prompts: its forms are found nowhere else. Loaded when there are some. */
import { remixPath } from "#prompts/remix-paths.ts";
import { TextLink } from "#ui/button-link.tsx";

export interface Begun {
  /** The last first. */
  drafts: readonly { sourceId: number; title: string }[];
}

/** More would need a list of their own. */
const MOST = 3;

export function BegunRemixes({ drafts }: Begun) {
  return (
    <section aria-labelledby="comecados" className="mb-8 text-sm">
      <h2 id="comecados" className="font-sans text-sm font-semibold tracking-normal">
        {drafts.length === 1 ? "Adaptação que você começou" : "Adaptações que você começou"}
      </h2>
      <ul className="mt-1">
        {drafts.slice(0, MOST).map(({ sourceId, title }) => (
          <li key={sourceId}>
            <TextLink href={remixPath(sourceId)} className="inline-block py-2 wrap-anywhere">
              {title.trim() || "Sem título"}
            </TextLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
