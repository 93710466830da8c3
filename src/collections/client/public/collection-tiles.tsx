/** Public collections with pictures of their first prompts: nothing to press but the collection itself. */
import { Link } from "wouter";
import type { PublicCollection } from "#collections/contract.ts";
import { Picture } from "#media/client/picture.tsx";
import { cx } from "#ui/cx.ts";
import { countOf } from "#ui/numbers.ts";
import { Skeleton } from "#ui/skeleton.tsx";

/** The largest picture's widths. */
const sizes = "(min-width: 80rem) 18rem, (min-width: 64rem) 30vw, (min-width: 40rem) 46vw, 92vw";

const list = "grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3 lg:gap-5 xl:grid-cols-4";
/** A row of at most four; on phones two lines of small ones. */
const row = "grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4 lg:gap-5";

interface Props {
  collections: readonly PublicCollection[];
  /** The tiles are at the top of the page: their first picture has priority. */
  atTop?: boolean;
  /** A row of a page about something else. */
  asRow?: boolean;
}

export function CollectionTiles({ collections, atTop, asRow }: Props) {
  return (
    <ul className={asRow ? row : list}>
      {collections.map((collection, index) => (
        <li key={collection.id}>
          <CollectionTile collection={collection} first={atTop === true && index === 0} />
        </li>
      ))}
    </ul>
  );
}

function CollectionTile({ collection, first }: { collection: PublicCollection; first: boolean }) {
  const { id, path, title, items_count, followers_count, user, images } = collection;
  return (
    <article className="group relative flex h-full flex-col overflow-clip rounded-tile rounded-tr-corner-lg border border-line bg-card transition-[border-radius,border-color] hover:rounded-tr-corner-xl hover:border-edge">
      <div
        className={cx(
          "grid aspect-3/2 grid-rows-2 gap-0.5",
          images.length === 1 && "grid-cols-1",
          images.length === 2 && "grid-cols-2",
          images.length === 3 && "grid-cols-3",
        )}
      >
        {images.map((image, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: two prompts may have the same picture
            key={index}
            className={cx(
              "relative overflow-clip bg-sunken",
              images.length < 3 && "row-span-2",
              images.length === 3 && index === 0 && "col-span-2 row-span-2",
            )}
          >
            <Picture
              image={image}
              alt=""
              seed={`${id} ${index}`}
              sizes={sizes}
              loading={first && index === 0 ? "first" : "lazy"}
              fit="cover"
            />
          </span>
        ))}
      </div>
      <div className="flex flex-1 flex-col px-3 pt-3 pb-3.5 sm:px-4">
        <h3 className="leading-snug sm:text-lg">
          <Link
            href={path}
            className="line-clamp-3 min-h-6 wrap-anywhere underline decoration-transparent decoration-2 underline-offset-4 transition-colors group-hover:decoration-accent after:absolute after:inset-0"
          >
            {title}
          </Link>
        </h3>
        <p className="mt-1 truncate text-sm text-muted">por {user.username}</p>
        <p className="mt-auto flex flex-wrap gap-x-3 pt-2 text-xs text-muted sm:text-sm">
          <span>{countOf(items_count, "prompt", "prompts")}</span>
          {followers_count > 0 && <span>{countOf(followers_count, "pessoa segue", "pessoas seguem")}</span>}
        </p>
      </div>
    </article>
  );
}

export function CollectionTilesSkeleton({ count }: { count: number }) {
  return (
    <div role="status" className={list}>
      <span className="sr-only">Carregando coleções…</span>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identical placeholders
        <Skeleton key={index} className="h-72 rounded-tr-corner-lg" />
      ))}
    </div>
  );
}
