import type { KeyLoan } from '@keydesk/shared/keys/routes';
import { CircleCheck, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { StatusPill } from '../../ui/badge.tsx';
import { PersonLink } from '../../ui/record-link.tsx';
import { endingOf, type LoanPeople, participantsOf, spanOf } from './loan-texts.ts';

type LoanItemProps = {
  loan: Pick<KeyLoan, 'takenAt' | 'returnedAt' | 'returnType' | 'reason'> & LoanPeople;
  /** Who had the key, or which key it was. */
  heading: ReactNode;
};

/** One loan in a list: how long it lasted, how it ended, and who else took part. */
export function LoanItem({ loan, heading }: LoanItemProps) {
  return (
    <li className="py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <p className="min-w-0 font-medium wrap-anywhere">{heading}</p>
        <StatusPill
          tone={loan.returnedAt ? 'neutral' : 'out'}
          icon={loan.returnedAt ? <CircleCheck aria-hidden /> : <UserRound aria-hidden />}
        >
          {endingOf(loan)}
        </StatusPill>
      </div>
      <p className="mt-0.5 text-sm text-muted tabular-nums">{spanOf(loan)}</p>
      {participantsOf(loan).map(({ part, person }) => (
        <p key={part} className="text-sm text-muted">
          {part} <PersonLink id={person.id}>{person.name}</PersonLink>
        </p>
      ))}
      {loan.reason && <p className="text-sm text-muted">Reason: {loan.reason}</p>}
    </li>
  );
}
