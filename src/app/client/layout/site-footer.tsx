/** The footer: a frieze of tiles, the site's description, links. */
import { useSite } from "#app/site.tsx";
import { FEED_PAGE } from "#library/feeds.ts";
import { TextLink } from "#ui/button-link.tsx";
import { cx } from "#ui/cx.ts";
import { formatYear } from "#ui/dates.ts";
import { Mark } from "#ui/mark.tsx";
import { useNow } from "#ui/now.tsx";
import { TileFrieze } from "#ui/tile.tsx";
import { mainLinks } from "./navigation.ts";

const feedLink = { href: FEED_PAGE, label: "Acompanhar por RSS" };

const programsLink = { href: "/programas", label: "Para quem programa" };

const legalLinks = [
  { href: "/terms-of-use", label: "Termos de Uso" },
  { href: "/privacy-policy", label: "Política de Privacidade" },
  { href: "/accessibility", label: "Acessibilidade" },
  { href: "/denunciar", label: "Denunciar" },
  { href: "/moderacao", label: "Moderação" },
  { href: "/transparencia", label: "Transparência" },
];

export function SiteFooter() {
  const { communityUrl, socialUrl } = useSite();
  const year = formatYear(useNow());
  // Hidden where not configured.
  const outside = [
    ...(communityUrl ? [{ href: communityUrl, label: "Comunidade no chat" }] : []),
    ...(socialUrl ? [{ href: socialUrl, label: "Redes sociais" }] : []),
  ];
  return (
    <footer className="mt-20 bg-card print:hidden">
      <TileFrieze seed="friso" columns={16} rows={1} className="h-8 sm:h-10" />
      <div
        className={cx(
          "measure grid grid-cols-2 gap-x-5 gap-y-10 py-12",
          outside.length > 0 ? "sm:grid-cols-3 lg:grid-cols-[2fr_1fr_1fr_1fr]" : "lg:grid-cols-[2fr_1fr_1fr]",
        )}
      >
        <div className="col-span-full max-w-xs lg:col-span-1">
          <Mark className="size-10 text-primary" />
          <p className="mt-4 font-heading text-xl font-semibold">O prompt e a imagem, lado a lado.</p>
          <p className="mt-2 text-sm text-muted">
            Prompteca é a biblioteca aberta de prompts em português, feita por quem usa.
          </p>
        </div>
        <Column title="Explorar" links={[...mainLinks, feedLink, programsLink]} />
        <Column title="Sobre o site" links={legalLinks} />
        {outside.length > 0 && <Column title="Encontre a gente" links={outside} />}
      </div>
      <div className="measure">
        <p className="border-t border-line py-5 text-sm text-muted">© {year} Prompteca</p>
      </div>
    </footer>
  );
}

function Column({ title, links }: { title: string; links: readonly { href: string; label: string }[] }) {
  return (
    <nav aria-label={title} className="last:even:max-sm:col-span-full">
      <p className="text-sm font-semibold text-muted">{title}</p>
      <ul className="mt-2">
        {links.map(({ href, label }) => (
          <li key={href}>
            <TextLink
              href={href}
              className="inline-flex min-h-11 min-w-11 items-center py-2 leading-5 decoration-transparent hover:decoration-accent"
            >
              {label}
            </TextLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
