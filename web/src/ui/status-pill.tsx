import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export type StatusTone = 'available' | 'out' | 'overdue' | 'neutral' | 'accent';

const tones: Record<StatusTone, string> = {
  available: 'bg-available-soft text-available',
  out: 'bg-out-soft text-out',
  overdue: 'bg-overdue-soft text-overdue',
  neutral: 'bg-sunken text-muted ring-1 ring-line ring-inset',
  accent: 'bg-accent-soft text-accent',
};

type StatusPillProps = { tone: StatusTone; icon: ReactNode; children: ReactNode };

/** A state as colour, icon and word together. */
export const StatusPill = ({ tone, icon, children }: StatusPillProps) => (
  <span
    className={classNames(
      'inline-flex h-6 shrink-0 items-center gap-1 rounded-full px-2.5 text-xs font-semibold whitespace-nowrap [&_svg]:size-3.5',
      tones[tone],
    )}
  >
    {icon}
    {children}
  </span>
);
