/** The five slides of the home page's carousel, each with its own tile panel. */
import { Link } from "wouter";
import type { Slide } from "#ui/carousel.tsx";
import { cx } from "#ui/cx.ts";
import { Tile } from "#ui/tile.tsx";

interface Wall {
  title: string;
  href: string;
  seed: string;
  columns: number;
  rows: number;
  /** The panel's four colours, from the theme. */
  colours: string;
}

const walls: Wall[] = [
  {
    title: "Descubra prompts para cada ferramenta de IA",
    href: "/prompts",
    seed: "descubra",
    columns: 6,
    rows: 6,
    colours:
      "[--tile-ground:var(--primary)] [--tile-main:var(--on-primary)] [--tile-soft:var(--primary-strong)]",
  },
  {
    title: "Veja o resultado antes de copiar o prompt",
    href: "/prompts",
    seed: "resultado",
    columns: 4,
    rows: 4,
    colours:
      "[--tile-ground:var(--accent)] [--tile-main:var(--on-accent)] [--tile-soft:var(--accent-strong)] [--tile-accent:var(--card)]",
  },
  {
    title: "Compartilhe suas melhores criações",
    href: "/submit",
    seed: "compartilhe",
    columns: 8,
    rows: 8,
    colours: "[--tile-ground:var(--ink)] [--tile-main:var(--ground)] [--tile-soft:var(--muted)]",
  },
  {
    title: "Curta e guarde seus favoritos",
    href: "/auth?tab=register",
    seed: "favoritos",
    columns: 5,
    rows: 5,
    colours: "[--tile-ground:var(--like-soft)] [--tile-main:var(--like)] [--tile-soft:var(--accent-strong)]",
  },
  {
    title: "Inspiração em português, do texto à imagem",
    href: "/prompts",
    seed: "português",
    columns: 6,
    rows: 6,
    colours: "[--tile-ground:var(--tile-soft)]",
  },
];

export const slides: Slide[] = walls.map(({ title, href, seed, columns, rows, colours }) => ({
  label: title,
  content: (
    <Link href={href} className="group flex h-full flex-col focus-visible:-outline-offset-2">
      <Tile seed={seed} columns={columns} rows={rows} className={cx("min-h-0 w-full flex-1", colours)} />
      <span className="block min-h-38 border-t sm:max-lg:min-h-0 border-line px-5 pt-5 pb-16 font-heading text-2xl font-bold tracking-tight text-balance group-hover:underline group-hover:decoration-accent group-hover:decoration-4 group-hover:underline-offset-4">
        {title}
      </span>
    </Link>
  ),
}));
