import type { KeyLoan } from '@keydesk/shared/keys/key-history';
import { CircleCheck, UserRound } from 'lucide-react';
import { StatusPill } from '../../ui/status-pill.tsx';
import { endingOf, peopleOf, spanOf } from './loan-texts.ts';

/** One loan of a key. */
export const LoanItem = ({ loan }: { loan: KeyLoan }) => (
  <li className="py-3">
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
      <p className="min-w-0 font-medium">{loan.holder.name}</p>
      <StatusPill
        tone={loan.returnedAt ? 'neutral' : 'out'}
        icon={loan.returnedAt ? <CircleCheck aria-hidden /> : <UserRound aria-hidden />}
      >
        {endingOf(loan)}
      </StatusPill>
    </div>
    <p className="mt-0.5 text-sm text-muted tabular-nums">{spanOf(loan)}</p>
    {peopleOf(loan).map((text) => (
      <p key={text} className="text-sm text-muted">
        {text}
      </p>
    ))}
  </li>
);
