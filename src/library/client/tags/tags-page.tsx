/** The list of all tags in all its states, searched and paged by the URL. */
import { useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "wouter";
import { isolated } from "#language/isolated.ts";
import { ListResults } from "#library/client/list-results.tsx";
import { ListSearch } from "#library/client/list-search.tsx";
import { Picture } from "#media/client/picture.tsx";
import { TAG_PICTURES, TAGS_PAGE_SIZE, TEXT_LIMITS } from "#prompts/catalog.ts";
import type { ListedTag, TagList, TagListQuery } from "#prompts/contract.ts";
import { tagPath } from "#prompts/tag-path.ts";
import { ButtonLink } from "#ui/button-link.tsx";
import { cx } from "#ui/cx.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { countOf, formatCount } from "#ui/numbers.ts";
import { Skeleton } from "#ui/skeleton.tsx";
import { TAGS, tagListOptions, tagsPath, tagsQueryOf } from "./tag-list.queries.ts";

const grid = "grid grid-cols-2 gap-3 md:grid-cols-3 lg:gap-4 xl:grid-cols-4";
const sizes = "(min-width: 80rem) 6rem, (min-width: 48rem) 11vw, 15vw";

export function TagsPage() {
  const query = tagsQueryOf(new URLSearchParams(useSearch()));
  const { search, page } = query;
  const found = useQuery(tagListOptions(query));
  return (
    <div className="measure pt-10 sm:pt-14">
      <header className="max-w-3xl">
        <h1 className="text-display">Tags</h1>
        <p className="mt-3 text-balance text-muted sm:text-lg">
          Os assuntos dos prompts, com os nomes escolhidos por quem publica.
        </p>
      </header>
      <div className="mt-6 flex sm:mt-8">
        <ListSearch
          action={TAGS}
          label="Buscar tags"
          placeholder="Nome ou parte dele…"
          term={search}
          limit={TEXT_LIMITS.tag}
          href={tagsPath}
        />
      </div>
      <ListResults
        found={found}
        failed="Erro ao carregar as tags"
        counted={(list) => counted(list, query)}
        page={page}
        href={(target) => tagsPath(search, target)}
        skeleton={<TagsSkeleton />}
        nothing={<Nothing search={search} />}
      >
        {({ data }) => (
          <ul className={grid}>
            {data.map((tag) => (
              <li key={tag.slug}>
                <TagTile tag={tag} />
              </li>
            ))}
          </ul>
        )}
      </ListResults>
    </div>
  );
}

/** @returns for example `36 tags`, `Mais de 1.000 tags com “bolo”` */
function counted({ pagination: { total, more } }: TagList, { search }: TagListQuery): string {
  const number = more ? `Mais de ${formatCount(total)} tags` : countOf(total, "tag", "tags");
  return search ? `${number} com “${isolated(search)}”` : number;
}

function TagTile({ tag: { name, slug, prompts_count, images } }: { tag: ListedTag }) {
  return (
    <Link
      href={tagPath(slug)}
      className="group flex h-full flex-col overflow-clip rounded-tile rounded-tr-corner border border-line bg-card transition-[border-radius,border-color] hover:rounded-tr-corner-lg hover:border-edge"
    >
      <span className="grid aspect-3/1 grid-cols-3 gap-0.5">
        {images.map((image, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: two prompts may have the same picture
            key={index}
            className={cx(
              "relative overflow-clip bg-sunken",
              // The last one fills the row.
              index === images.length - 1 && LAST_SPANS[TAG_PICTURES - images.length],
            )}
          >
            <Picture image={image} alt="" seed={`${slug} ${index}`} sizes={sizes} fit="cover" />
          </span>
        ))}
      </span>
      <span className="flex flex-1 flex-col px-3 py-2.5 sm:px-4 sm:py-3">
        <span className="font-heading leading-snug font-semibold wrap-anywhere underline decoration-transparent decoration-2 underline-offset-4 transition-colors group-hover:decoration-accent sm:text-lg">
          {name}
        </span>
        <span className="mt-0.5 text-sm text-muted">{countOf(prompts_count, "prompt", "prompts")}</span>
      </span>
    </Link>
  );
}

/** By the number of pictures that are missing. */
const LAST_SPANS = ["", "col-span-2", "col-span-3"];

function TagsSkeleton() {
  return (
    <div role="status" className={grid}>
      <span className="sr-only">Carregando tags…</span>
      {Array.from({ length: TAGS_PAGE_SIZE }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identical placeholders
        <Skeleton key={index} className="h-36 rounded-tr-corner" />
      ))}
    </div>
  );
}

function Nothing({ search }: { search: string }) {
  return search ? (
    <EmptyState
      seed="sem tags"
      title="Nenhuma tag encontrada."
      description={`Nenhuma tag tem “${isolated(search)}” no nome. A busca de prompts procura também nos textos.`}
      action={
        <ButtonLink href={TAGS} variant="secondary">
          Ver todas as tags
        </ButtonLink>
      }
    />
  ) : (
    <EmptyState
      seed="sem tags"
      title="Nenhum prompt tem tags ainda."
      description="Quem publica pode dar até cinco a cada prompt."
      action={<ButtonLink href="/prompts">Explorar Prompts</ButtonLink>}
    />
  );
}
