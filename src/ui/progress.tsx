/** A progress bar. */

interface Props {
  /** Accessible name; shown with the percentage. */
  label: string;
  /** From 0 to 1; undefined when indeterminate. */
  part: number | undefined;
}

/** Announces the label when it changes, not every step. */
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
