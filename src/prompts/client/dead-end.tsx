/** The page of an address without content: the reason, and the ways on. */
import type { ReactNode } from "react";
import { Tile } from "#ui/tile.tsx";
import { ToolLinks } from "./tool-links.tsx";

interface Props {
  /** Seed of the panel; each page has its own. */
  seed: string;
  title: string;
  text: string;
  /** Heading level of the title: below the page's own heading, if any. */
  level?: "h1" | "h2";
  /** Links that look like buttons. */
  children: ReactNode;
}

export function DeadEnd({ seed, title, text, level: Heading = "h1", children }: Props) {
  return (
    <>
      <div className="grid items-center gap-x-10 gap-y-8 py-8 sm:py-12 md:grid-cols-[3fr_2fr] lg:grid-cols-2">
        <Tile
          seed={seed}
          columns={8}
          rows={4}
          className="aspect-2/1 w-full rounded-tile rounded-tr-corner-lg md:order-last md:rounded-tr-corner-xl"
        />
        <div>
          <Heading className="text-3xl">{title}</Heading>
          <p className="mt-4 max-w-md text-lg text-balance text-muted">{text}</p>
          <div className="mt-6 flex flex-wrap gap-3 sm:mt-8">{children}</div>
        </div>
      </div>
      <nav aria-labelledby="ferramentas" className="border-t border-line pt-8 sm:pt-10 print:hidden">
        <p id="ferramentas" className="mb-5 font-heading text-xl">
          Explore por ferramenta
        </p>
        <ToolLinks />
      </nav>
    </>
  );
}
