import { Equal, MoveDown, MoveUp } from 'lucide-react';
import { classNames } from './class-names.ts';

type ChangeProps = {
  now: number;
  before: number;
  /** What it is compared with: 'a week ago', 'in the 7 days before'. */
  than: string;
  /** Digits after the point. */
  digits?: number;
  /** What is counted, if the figure does not say it: 'points'. */
  unit?: string;
  className?: string;
};

/** How a figure differs from an earlier one, in words. */
export function Change({ now, before, than, digits = 0, unit, className }: ChangeProps) {
  const amount = Math.abs(now - before).toFixed(digits);
  const same = Number(amount) === 0;
  const Icon = same ? Equal : now > before ? MoveUp : MoveDown;
  const less = unit ? 'less' : 'fewer';
  return (
    <p className={classNames('text-sm text-muted tabular-nums', className)}>
      <Icon aria-hidden className="mr-1 inline size-[0.875em] align-[-0.1em]" />
      {same
        ? `As ${unit ? 'much' : 'many'} as ${than}`
        : `${amount} ${unit ? `${unit} ` : ''}${now > before ? 'more' : less} than ${than}`}
    </p>
  );
}
