import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** 99+ above 99. */
export function badgeText(count: number): string {
  return count > 99 ? '99+' : String(count);
}

type BadgeProps = { count: number; tone?: 'accent' | 'neutral' | 'danger'; className?: string };

const badgeTones = {
  accent: 'bg-accent text-on-accent',
  neutral: 'bg-sunken text-muted border border-line',
  danger: 'bg-danger-fill text-white',
};

export function Badge({ count, tone = 'neutral', className }: BadgeProps) {
  return (
    <span
      dir="ltr"
      className={classNames(
        'inline-grid min-h-5 min-w-5 place-items-center rounded-full px-1.5 text-[min(0.75rem,max(12px,4vw))] leading-none font-semibold tabular-nums',
        badgeTones[tone],
        className,
      )}
    >
      {badgeText(count)}
    </span>
  );
}

export type StatusTone = 'available' | 'out' | 'overdue' | 'neutral' | 'accent';

const pillTones: Record<StatusTone, string> = {
  available: 'bg-available-soft text-available',
  out: 'bg-out-soft text-out',
  overdue: 'bg-overdue-soft text-overdue',
  neutral: 'bg-sunken text-muted ring-1 ring-line ring-inset',
  accent: 'bg-accent-soft text-accent',
};

type StatusPillProps = { tone: StatusTone; icon: ReactNode; children: ReactNode };

/** A status by colour, icon and word, never by colour alone. */
export function StatusPill({ tone, icon, children }: StatusPillProps) {
  return (
    <span
      className={classNames(
        'inline-flex min-h-6 max-w-full shrink-0 items-center gap-1 rounded-full px-2.5 text-xs font-semibold tracking-normal whitespace-nowrap [&_svg]:size-3.5',
        pillTones[tone],
      )}
    >
      {icon}
      {children}
    </span>
  );
}
