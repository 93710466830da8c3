/** A carousel: the first slide is rendered with the page, motion loads later and pauses on hover and focus. */
import ArrowLeft from "lucide-react/icons/arrow-left";
import ArrowRight from "lucide-react/icons/arrow-right";
import Pause from "lucide-react/icons/pause";
import Play from "lucide-react/icons/play";
import { type ReactNode, Suspense, useCallback, useEffect, useState, useSyncExternalStore } from "react";
import { IconButton } from "./button.tsx";
import type { CarouselControls } from "./carousel-engine.tsx";
import { cx } from "./cx.ts";
import { lazyPart } from "./lazy-part.ts";

/** Without the engine the slides can still be scrolled. */
const Engine = lazyPart(async () => (await import("./carousel-engine.tsx")).CarouselEngine, EngineMissing);

function EngineMissing({ onMissing }: { onMissing: () => void }) {
  useEffect(onMissing, [onMissing]);
  return null;
}

export interface Slide {
  /** Accessible name of the slide and its dot. */
  label: string;
  content: ReactNode;
}

interface Props {
  label: string;
  slides: readonly Slide[];
  className?: string;
  /** Where the buttons stand; along the lower edge by default. */
  controlsClassName?: string;
}

export function Carousel({ label, slides, className, controlsClassName }: Props) {
  const [viewport, setViewport] = useState<HTMLElement | null>(null);
  const [controls, setControls] = useState<CarouselControls | null>(null);
  const [missing, setMissing] = useState(false);
  const [shown, setShown] = useState(0);
  const [paused, setPaused] = useState(false);
  const [held, setHeld] = useState(false);
  const reducedMotion = useReducedMotion();
  const loaded = useLoaded();
  const onMissing = useCallback(() => setMissing(true), []);
  const playing = !paused && !held && !reducedMotion;

  return (
    <section
      aria-roledescription="carrossel"
      aria-label={label}
      className={cx("relative min-w-0 overflow-clip", className)}
      onPointerEnter={(event) => event.pointerType !== "touch" && setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={(event) => event.target.matches(":focus-visible") && setHeld(true)}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setHeld(false)}
    >
      {/*
        The slides' space to their left keeps a neighbour's edge from showing at fractional widths. The margin stands on
        a positioned viewport: the engine measures offsets, which a transform on the track would otherwise change.
      */}
      <div
        ref={setViewport}
        className={cx(
          "relative -ml-4 h-full [scrollbar-width:none] [&_a]:-outline-offset-4",
          controls ? "overflow-hidden" : "snap-x snap-mandatory overflow-x-auto",
        )}
      >
        <div aria-live={playing ? "off" : "polite"} className="flex h-full touch-pan-y">
          {slides.map((slide, index) => (
            // biome-ignore lint/a11y/useSemanticElements: a slide groups what it shows, but is no form's fieldset
            <div
              key={slide.label}
              role="group"
              aria-roledescription="slide"
              aria-label={`${index + 1} de ${slides.length}`}
              inert={controls !== null && index !== shown}
              className="min-w-0 flex-[0_0_100%] snap-start pl-4"
            >
              {slide.content}
            </div>
          ))}
        </div>
      </div>
      <div
        hidden={missing}
        className={cx(
          "absolute inset-x-0 bottom-0 z-1 flex items-center gap-1 p-2 sm:p-3",
          controlsClassName,
        )}
      >
        {!reducedMotion && (
          <IconButton
            label={paused ? "Retomar carrossel" : "Pausar carrossel"}
            disabled={!controls}
            onClick={() => setPaused(!paused)}
          >
            {paused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
          </IconButton>
        )}
        <div className="flex flex-1 items-center">
          {slides.map((slide, index) => (
            <button
              key={slide.label}
              type="button"
              aria-label={`Ir para o slide ${index + 1}: ${slide.label}`}
              aria-current={index === shown ? "true" : undefined}
              disabled={!controls}
              onClick={() => controls?.goTo(index)}
              className="group grid h-11 w-7 place-items-center rounded-tile"
            >
              <span className="size-2.5 rounded-tile rounded-tr-full border border-current transition-all group-aria-[current=true]:size-4 group-aria-[current=true]:border-accent group-aria-[current=true]:bg-accent group-hover:bg-current" />
            </button>
          ))}
        </div>
        <IconButton label="Slide anterior" disabled={!controls} onClick={() => controls?.step(-1)}>
          <ArrowLeft aria-hidden="true" />
        </IconButton>
        <IconButton label="Próximo slide" disabled={!controls} onClick={() => controls?.step(1)}>
          <ArrowRight aria-hidden="true" />
        </IconButton>
      </div>
      {viewport && loaded && (
        <Suspense>
          <Engine
            {...{ viewport, playing, reducedMotion }}
            onReady={setControls}
            onSelect={setShown}
            onMissing={onMissing}
          />
        </Suspense>
      )}
    </section>
  );
}

/** True once the page has finished loading. */
function useLoaded(): boolean {
  const [loaded, setLoaded] = useState(false);
  useEffect(() => {
    const done = () => setLoaded(true);
    if (document.readyState === "complete") return done();
    window.addEventListener("load", done);
    return () => window.removeEventListener("load", done);
  }, []);
  return loaded;
}

const reduced = "(prefers-reduced-motion: reduce)";

function useReducedMotion(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = matchMedia(reduced);
      query.addEventListener("change", changed);
      return () => query.removeEventListener("change", changed);
    },
    () => matchMedia(reduced).matches,
    () => false,
  );
}
