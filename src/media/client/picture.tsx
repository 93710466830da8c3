/** A picture at the width that the screen needs; a tile where there is none, or none that loads. */
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import type { ImageView } from "#media/contract.ts";
import { cx } from "#ui/cx.ts";
import { Tile } from "#ui/tile.tsx";

/** Few pictures move: this is loaded with the first that does. Without it that one is only not held still. */
const StillFrame = lazy(() =>
  import("./still-frame.tsx").then(
    ({ StillFrame }) => ({ default: StillFrame }),
    () => ({ default: () => <></> }),
  ),
);

interface Props {
  /** What the API says; an address on somebody's device (`blob:`) is as good as none. */
  image: ImageView;
  alt: string;
  /** Seed of the tile that may stand in: the prompt's id. */
  seed: string | number;
  /** How wide it is shown, as the attribute wants it. */
  sizes: string;
  /** One picture of a page may be `first`: fetched before anything else, the page's scripts included (public/start.js). */
  loading?: "lazy" | "first";
  /**
   * `cover` fills the positioned box around it, where an animation stands still; `whole` keeps its own shape, no taller
   * than the screen, and an animation can be paused.
   */
  fit: "cover" | "whole";
}

export function Picture({ image, alt, seed, sizes, loading = "lazy", fit }: Props) {
  const element = useRef<HTMLImageElement>(null);
  const [failed, setFailed] = useState<string>();
  const [moves, setMoves] = useState(false);
  const shape =
    fit === "cover" ? "absolute inset-0 size-full object-cover" : "max-h-[80dvh] w-full object-contain";

  // A picture of the server's markup may have failed before React could hear of it.
  useEffect(() => {
    const img = element.current;
    if (img?.complete && img.naturalWidth === 0) setFailed(image.url);
  }, [image.url]);

  // Only browsers hold a picture still: the server's markup has nothing to do it with.
  useEffect(() => setMoves(image.animated), [image.animated]);

  if (!image.url || image.url.startsWith("blob:") || failed === image.url) {
    return <Tile seed={seed} columns={8} rows={6} className={cx(shape, fit === "whole" && "aspect-4/3")} />;
  }
  return (
    <span className={cx("block", fit === "cover" ? "absolute inset-0" : "relative")}>
      {/* The picture's own colour until it is there; an attribute of SVG, as style attributes are not for our markup. */}
      <svg aria-hidden="true" className="absolute inset-0 size-full">
        <rect width="100%" height="100%" fill={image.color} />
      </svg>
      {/* Within <picture> React adds no preload link of its own: the tag is near enough to be found at once. */}
      <picture className="contents">
        <img
          key={image.url}
          ref={element}
          src={image.url}
          srcSet={image.srcset}
          sizes={sizes}
          width={image.width}
          height={image.height}
          alt={alt}
          loading={loading === "first" ? "eager" : "lazy"}
          fetchPriority={loading === "first" ? "high" : "auto"}
          decoding="async"
          onError={() => setFailed(image.url)}
          className={cx(fit === "whole" && "relative", shape)}
        />
      </picture>
      {moves && (
        <Suspense>
          <StillFrame picture={element} mayMove={fit === "whole"} />
        </Suspense>
      )}
    </span>
  );
}
