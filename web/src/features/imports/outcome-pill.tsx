import type { ImportRow } from '@keydesk/shared/imports/imports.routes';
import { Check, CircleX, Equal, Pencil, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { StatusPill, type StatusTone } from '../../ui/status-pill.tsx';

export type Outcome = ImportRow['outcome'];

/** What happens to a row, in one word. */
export const outcomeWords: Record<Outcome, string> = {
  create: 'New',
  update: 'Changed',
  unchanged: 'Unchanged',
  refused: 'Refused',
};

const looks: Record<Outcome, { tone: StatusTone; icon: ReactNode }> = {
  create: { tone: 'accent', icon: <Plus aria-hidden /> },
  update: { tone: 'accent', icon: <Pencil aria-hidden /> },
  unchanged: { tone: 'neutral', icon: <Equal aria-hidden /> },
  refused: { tone: 'overdue', icon: <CircleX aria-hidden /> },
};

/** What happens to a row, as colour, icon and word. */
export const OutcomePill = ({ outcome, done }: { outcome: Outcome; done: boolean }) => (
  <StatusPill
    tone={looks[outcome].tone}
    icon={done && outcome !== 'unchanged' ? <Check aria-hidden /> : looks[outcome].icon}
  >
    {outcomeWords[outcome]}
  </StatusPill>
);
