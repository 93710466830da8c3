/** The motion of a carousel: swiping, wrapping around, autoplay. Loaded after the page. */
import useEmblaCarousel from "embla-carousel-react";
import { useEffect } from "react";

/** Milliseconds from one slide to the next (specification, section 9). */
const INTERVAL = 5000;

export interface CarouselControls {
  /** 1 for the next slide, -1 for the previous one. */
  step: (direction: 1 | -1) => void;
  goTo: (index: number) => void;
}

interface EngineProps {
  viewport: HTMLElement;
  playing: boolean;
  /** Jumps between slides without animation. */
  reducedMotion: boolean;
  onReady: (controls: CarouselControls) => void;
  onSelect: (index: number) => void;
  /** Called by the fallback when the engine fails to load. */
  onMissing: () => void;
}

export function CarouselEngine({ viewport, playing, reducedMotion, onReady, onSelect }: EngineProps) {
  const [attach, embla] = useEmblaCarousel({ loop: true, duration: 28 });

  useEffect(() => attach(viewport), [attach, viewport]);

  useEffect(() => {
    if (!embla) return;
    const select = () => onSelect(embla.selectedScrollSnap());
    embla.on("select", select);
    onReady({
      step: (direction) =>
        direction === 1 ? embla.scrollNext(reducedMotion) : embla.scrollPrev(reducedMotion),
      goTo: (index) => embla.scrollTo(index, reducedMotion),
    });
    return () => {
      embla.off("select", select);
    };
  }, [embla, reducedMotion, onReady, onSelect]);

  useEffect(() => {
    if (!embla || !playing) return;
    const timer = window.setInterval(() => embla.scrollNext(), INTERVAL);
    return () => window.clearInterval(timer);
  }, [embla, playing]);

  return null;
}
