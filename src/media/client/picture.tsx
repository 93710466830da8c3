/** A responsive picture; a tile stands in when there is none or it fails to load. */
import { Suspense, useEffect, useRef, useState } from "react";
import type { ImageView } from "#media/contract.ts";
import { cx } from "#ui/cx.ts";
import { lazyPart } from "#ui/lazy-part.ts";
import { Tile } from "#ui/tile.tsx";

/** Loaded with the first animated picture. If it fails to load, the animation merely keeps running. */
const StillFrame = lazyPart(async () => (await import("./still-frame.tsx")).StillFrame);

interface Props {
  /** From the API; a `blob:` URL counts as no picture. */
  image: ImageView;
  alt: string;
  /** Seed of the placeholder tile: the prompt's id. */
  seed: string | number;
  /** Displayed width, in the syntax of the `sizes` attribute. */
  sizes: string;
  /** `first`, for one picture of a page: fetched before everything else, even scripts (public/start.js). */
  loading?: "lazy" | "first";
  /**
   * `cover` fills the positioned parent, animations frozen; `whole` is as wide as its parent, and offers a pause
   * button for animations.
   */
  fit: "cover" | "whole";
}

export function Picture({ image, alt, seed, sizes, loading = "lazy", fit }: Props) {
  const element = useRef<HTMLImageElement>(null);
  const [failed, setFailed] = useState<string>();
  const [moves, setMoves] = useState(false);
  const shape = fit === "cover" ? "absolute inset-0 size-full object-cover" : "h-auto w-full";

  // A server-rendered image may have failed before hydration.
  useEffect(() => {
    const img = element.current;
    if (img?.complete && img.naturalWidth === 0) setFailed(image.url);
  }, [image.url]);

  // Set after hydration: the server cannot render the frozen frame.
  useEffect(() => setMoves(image.animated), [image.animated]);

  if (!image.url || image.url.startsWith("blob:") || failed === image.url) {
    return (
      <Tile
        seed={seed}
        columns={8}
        rows={6}
        fit="contain"
        className={cx(shape, fit === "whole" && "aspect-4/3")}
      />
    );
  }
  return (
    <span className={cx("block", fit === "cover" ? "absolute inset-0" : "relative")}>
      {/* Dominant colour as placeholder; an SVG attribute, as the content security policy forbids style attributes. */}
      <svg aria-hidden="true" className="absolute inset-0 size-full">
        <rect width="100%" height="100%" fill={image.color} />
      </svg>
      {/* React adds no preload link for images inside <picture>; the tag itself is early enough. */}
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
