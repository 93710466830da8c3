/** How far something has come. */

interface Props {
  /** Names it; shown with the percentage. */
  label: string;
  /** From 0 to 1; undefined: nobody knows how long it takes. */
  part: number | undefined;
}

/** The label is announced when it changes, not at every step; the bar tells the step to who asks. */
export function Progress({ label, part }: Props) {
  const percent = part === undefined ? undefined : Math.floor(part * 100);
  return (
    <div>
      <p aria-hidden="true" className="text-sm font-semibold tabular-nums">
        {percent === undefined ? label : `${label} ${percent}%`}
      </p>
      <p role="status" className="sr-only">
        {label}
      </p>
      <progress
        aria-label={label}
        max={100}
        value={percent}
        className="progress-bar mt-2 block h-2 w-full rounded-full"
      />
    </div>
  );
}
