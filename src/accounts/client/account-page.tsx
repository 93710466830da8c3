/** The frame of the account pages: heading and content, beside a tile panel on wide screens. */
import type { ReactNode } from "react";
import { ScriptNotice } from "#ui/script-notice.tsx";
import { Tile, TileFrieze } from "#ui/tile.tsx";

interface Props {
  title: string;
  /** Purpose of the page, one sentence. */
  intro?: ReactNode;
  /** Seed of the tile panel; each page has its own. */
  seed: string;
  children: ReactNode;
}

export function AccountPage({ title, intro, seed, children }: Props) {
  return (
    <div className="measure grid gap-y-8 py-8 lg:grid-cols-12 lg:items-start lg:gap-x-10 lg:py-14">
      <div className="w-full max-w-lg justify-self-center overflow-hidden rounded-tr-corner lg:hidden">
        <TileFrieze seed={seed} columns={6} rows={2} className="h-10" />
      </div>
      {/* At the top, so that the heading stays where it is when the form grows. */}
      <section className="w-full max-w-lg justify-self-center lg:col-span-6 lg:justify-self-start xl:col-span-5">
        <h1 className="font-heading text-3xl">{title}</h1>
        {intro && <p className="mt-3 text-lg text-muted">{intro}</p>}
        <div className="mt-8">
          <ScriptNotice />
          {children}
        </div>
      </section>
      <Tile
        seed={seed}
        columns={6}
        rows={6}
        className="sticky top-26 hidden aspect-square w-full rounded-tile rounded-tr-corner-xl lg:col-span-6 lg:block xl:col-start-7"
      />
    </div>
  );
}
