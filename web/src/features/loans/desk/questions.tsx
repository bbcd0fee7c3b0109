import { t as keyText } from '@keydesk/shared/texts/en/keys';
import { t } from '@keydesk/shared/texts/en/scans';
import { MapPin } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Obstacle, Proofs } from './handover.ts';

export type Question = {
  title: () => string;
  icon: ReactNode;
  /** The button that answers, and what it sends. */
  button: () => string;
  proofs: Proofs;
};

/** What one button answers; null where a scan or a reason does. */
export const questions: Record<Obstacle['kind'], Question | null> = {
  refused: null,
  tag: null,
  here: {
    title: () => t('at-another-desk'),
    icon: <MapPin aria-hidden />,
    button: () => keyText('it-is-here'),
    proofs: { here: true },
  },
};
