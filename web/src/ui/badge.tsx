import { classNames } from './class-names.ts';

/** A count in words: 99+ above 99 (spec §9). */
export const badgeText = (count: number): string => (count > 99 ? '99+' : String(count));

type BadgeProps = { count: number; tone?: 'accent' | 'neutral' | 'danger'; className?: string };

const tones = {
  accent: 'bg-accent text-on-accent',
  neutral: 'bg-sunken text-muted border border-line',
  danger: 'bg-danger-fill text-white',
};

/** A small count. */
export const Badge = ({ count, tone = 'neutral', className }: BadgeProps) => (
  <span
    className={classNames(
      'inline-grid h-5 min-w-5 place-items-center rounded-full px-1.5 text-xs leading-none font-semibold tabular-nums',
      tones[tone],
      className,
    )}
  >
    {badgeText(count)}
  </span>
);
