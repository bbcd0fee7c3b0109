type ProgressBarProps = { value: number; max: number; label: string };

/** How much of a known amount of work is done. */
export function ProgressBar({ value, max, label }: ProgressBarProps) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      className="h-1.5 overflow-hidden rounded-full bg-line"
    >
      <div
        className="h-full rounded-full bg-accent transition-[width] duration-300"
        style={{ width: `${max > 0 ? (100 * value) / max : 0}%` }}
      />
    </div>
  );
}
