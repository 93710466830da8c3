/** Freezes an animated picture: in lists, for users who prefer reduced motion, and by a button. */
import Pause from "lucide-react/icons/pause";
import Play from "lucide-react/icons/play";
import { type RefObject, useEffect, useRef, useState } from "react";
import { IconButton } from "#ui/button.tsx";

interface Props {
  picture: RefObject<HTMLImageElement | null>;
  /** Shows a pause button (WCAG 2.2.2); when false the picture stays frozen. */
  mayMove: boolean;
}

/** Paints one frame over the picture, which stays in place, invisible, for its size and alternative text. */
export function StillFrame({ picture, mayMove }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [paused, setPaused] = useState(() => matchMedia("(prefers-reduced-motion: reduce)").matches);
  const still = paused || !mayMove;

  useEffect(() => {
    const [img, frame] = [picture.current, canvas.current];
    if (!still || !img || !frame) return;
    const paint = () => {
      if (!img.naturalWidth) return;
      frame.width = img.naturalWidth;
      frame.height = img.naturalHeight;
      frame.getContext("2d")?.drawImage(img, 0, 0, frame.width, frame.height);
      img.style.opacity = "0";
    };
    paint();
    // The browser may load another width of the picture, which is another animation.
    img.addEventListener("load", paint);
    return () => {
      img.removeEventListener("load", paint);
      img.style.opacity = "";
    };
  }, [still, picture]);

  return (
    <>
      {still && (
        // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a canvas takes no focus of its own
        <canvas
          ref={canvas}
          aria-hidden="true"
          className={`pointer-events-none absolute inset-0 size-full ${mayMove ? "object-contain" : "object-cover"}`}
        />
      )}
      {mayMove && (
        <IconButton
          label={paused ? "Retomar animação" : "Pausar animação"}
          onClick={() => setPaused(!paused)}
          className="absolute right-3 bottom-3 border border-edge bg-card"
        >
          {paused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
        </IconButton>
      )}
    </>
  );
}
