/** A bar chart of counts over time; a single image to assistive technology, as a table has the numbers. */
import { useId } from "react";
import { formatCount } from "#ui/numbers.ts";

interface Bar {
  /** Label of the bar, such as a day. */
  name: string;
  value: number;
}

interface Props {
  title: string;
  /** Text alternative, one sentence. */
  description: string;
  bars: readonly Bar[];
  /** The last bar's span is not over. */
  isLastOpen: boolean;
}

/** Width of a bar, gap and greatest height, in units of the SVG, which is stretched to its box. */
const STEP = 4;
const GAP = 1;
const HEIGHT = 100;
/** Smallest height of a non-zero bar, so that it stays visible. */
const LEAST = 2;

export function BarPlot({ title, description, bars, isLastOpen }: Props) {
  const id = useId();
  const most = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <div>
      <p aria-hidden="true" className="flex items-end gap-2 text-xs text-muted">
        {formatCount(most)}
        <span className="mb-2 h-px grow bg-line" />
      </p>
      <svg
        role="img"
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-description`}
        viewBox={`0 0 ${bars.length * STEP - GAP} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="block h-24 w-full border-b border-edge"
      >
        <title id={`${id}-title`}>{title}</title>
        <desc id={`${id}-description`}>{description}</desc>
        {bars.map(({ name, value }, index) => {
          const height = value === 0 ? 0 : Math.max(LEAST, (value / most) * HEIGHT);
          const isOpen = isLastOpen && index === bars.length - 1;
          return (
            <g key={name} className="group">
              <title>{`${name}: ${formatCount(value)}`}</title>
              {/* The whole column reacts to the pointer. */}
              <rect
                x={index * STEP - GAP / 2}
                width={STEP}
                height={HEIGHT}
                className="fill-transparent group-hover:fill-primary-soft"
              />
              <rect
                x={index * STEP}
                y={HEIGHT - height}
                width={STEP - GAP}
                height={height}
                className={
                  isOpen
                    ? "fill-primary-soft stroke-primary [vector-effect:non-scaling-stroke]"
                    : "fill-primary forced-colors:fill-[CanvasText]"
                }
              />
            </g>
          );
        })}
      </svg>
      <p aria-hidden="true" className="mt-1 flex justify-between text-xs text-muted">
        <span>{bars[0]?.name}</span>
        <span>{bars.at(-1)?.name}</span>
      </p>
    </div>
  );
}
