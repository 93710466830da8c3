/** Gives a carousel its motion: swiping, wrapping round, moving on by itself. Loaded once the page stands. */
import useEmblaCarousel from "embla-carousel-react";
import { useEffect } from "react";

export interface CarouselControls {
  /** Direction: 1 for the next slide, -1 for the one before. */
  step: (direction: 1 | -1) => void;
  goTo: (index: number) => void;
}

export interface EngineProps {
  viewport: HTMLElement;
  /** Milliseconds from one slide to the next while `playing`. */
  interval: number;
  playing: boolean;
  /** No gliding from slide to slide. */
  still: boolean;
  onReady: (controls: CarouselControls) => void;
  onSelect: (index: number) => void;
  /** Called instead by what stands in for the engine when it does not load. */
  onMissing: () => void;
}

export function CarouselEngine({ viewport, interval, playing, still, onReady, onSelect }: EngineProps) {
  const [attach, embla] = useEmblaCarousel({ loop: true, duration: 28 });

  useEffect(() => attach(viewport), [attach, viewport]);

  useEffect(() => {
    if (!embla) return;
    const select = () => onSelect(embla.selectedScrollSnap());
    embla.on("select", select);
    onReady({
      step: (direction) => (direction === 1 ? embla.scrollNext(still) : embla.scrollPrev(still)),
      goTo: (index) => embla.scrollTo(index, still),
    });
    return () => {
      embla.off("select", select);
    };
  }, [embla, still, onReady, onSelect]);

  useEffect(() => {
    if (!embla || !playing) return;
    const timer = window.setInterval(() => embla.scrollNext(), interval);
    return () => window.clearInterval(timer);
  }, [embla, playing, interval]);

  return null;
}
