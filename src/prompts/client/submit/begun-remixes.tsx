/** Leads to what the author has begun to make from other prompts: its forms are found nowhere else. */
import { useEffect, useState } from "react";
import { readRemixDrafts } from "#prompts/client/form/draft-store.ts";
import { remixPath } from "#prompts/remix-paths.ts";
import { TextLink } from "#ui/button-link.tsx";

/** More would be a list of its own. */
const MOST = 3;

export function BegunRemixes({ author }: { author: string }) {
  const [drafts, setDrafts] = useState<Awaited<ReturnType<typeof readRemixDrafts>>>([]);
  useEffect(() => {
    let wanted = true;
    void readRemixDrafts(author).then((read) => wanted && setDrafts(read.slice(0, MOST)));
    return () => {
      wanted = false;
    };
  }, [author]);
  if (drafts.length === 0) return null;
  return (
    <section aria-labelledby="comecadas" className="mb-8 text-sm">
      <h2 id="comecadas" className="font-sans text-sm font-semibold tracking-normal">
        {drafts.length === 1 ? "Versão que você começou" : "Versões que você começou"}
      </h2>
      <ul className="mt-1">
        {drafts.map(({ sourceId, title }) => (
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
