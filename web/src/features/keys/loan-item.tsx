import type { DisputeSettlement, KeyLoan, UndoneHandover } from '@keydesk/shared/loans/loan';
import { identifications, returnTypes } from '@keydesk/shared/loans/loan-kinds';
import { foundText } from '@keydesk/shared/loans/settlement';
import { undoReasons } from '@keydesk/shared/loans/undo-reasons';
import { t as handoverText } from '@keydesk/shared/texts/en/handovers';
import { t } from '@keydesk/shared/texts/en/history';
import { t as keyText } from '@keydesk/shared/texts/en/keys';
import { t as kindText } from '@keydesk/shared/texts/en/loan-kinds';
import { t as noteText } from '@keydesk/shared/texts/en/notes';
import { CircleCheck, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatDateTime, formatDateTimeRange } from '../../lib/format.ts';
import { StatusPill } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { PersonLink } from '../../ui/record-link.tsx';

type LoanItemProps = {
  loan: Pick<KeyLoan, 'takenAt' | 'returnedAt' | 'returnType' | 'reason'> &
    Pick<KeyLoan, 'disputed' | 'settled' | 'undone'> &
    LoanPeople;
  heading: ReactNode;
};

export function LoanItem({ loan, heading }: LoanItemProps) {
  return (
    <li className="py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <p className="min-w-0 font-semibold wrap-anywhere">{heading}</p>
        <StatusPill
          tone={loan.returnedAt ? 'neutral' : 'out'}
          icon={loan.returnedAt ? <CircleCheck aria-hidden /> : <UserRound aria-hidden />}
        >
          {endingOf(loan)}
        </StatusPill>
      </div>
      <p
        className={classNames(
          'mt-0.5 text-sm text-muted tabular-nums',
          loan.returnType && !returnTypes[loan.returnType].isUse && 'line-through',
        )}
      >
        {spanOf(loan)}
      </p>
      {participantsOf(loan).map(({ part, person }) => (
        <p key={part} className="text-sm text-muted">
          {part} <PersonLink id={person.id}>{person.name}</PersonLink>
        </p>
      ))}
      {loan.undone?.map((undone) => (
        <p key={undone.undoneAt} className="text-sm text-muted wrap-anywhere">
          {undoneHandoverText(undone, loan.settled)}
        </p>
      ))}
      {loan.disputed && <p className="text-sm font-semibold text-overdue">{t('disputed')}</p>}
      {loan.settled && <p className="text-sm text-muted">{settledText(loan.settled)}</p>}
      {loan.reason && (
        <p className="text-sm text-muted">{noteText('reason', { reason: loan.reason })}</p>
      )}
    </li>
  );
}

/** 'Taken back by code 11:26, undone 11:31 by R. Singh: …' */
export function undoneHandoverText(undone: UndoneHandover, settled?: DisputeSettlement): string {
  const { handover, returnedAt, returnType, returnRecordedAt } = undone;
  if (!returnedAt || !returnType) return undoneText(handover, undone, { settled });
  return t('back-undone', {
    ...undoingOf(handover, undone, settled),
    back: returnRecordedAt ? t('back-on-paper') : kindText(returnTypes[returnType].undoneLabel),
    when: formatDateTime(returnedAt),
    undoneWhen: formatDateTime(undone.undoneAt),
  });
}

/** 'Disputed, settled 08:27 by Campus Admin: the return was right'. */
export function settledText(settled: DisputeSettlement): string {
  const { settledAt, settledBy } = settled;
  return t('settled', {
    when: formatDateTime(settledAt),
    name: settledBy.name,
    finding: foundText(settled),
  });
}

type Undoing = Pick<UndoneHandover, 'undoneAt' | 'undoneBy' | 'undoneReason'>;

export function undoneText(
  handover: UndoneHandover['handover'],
  undoing: Undoing,
  { settled, when = formatDateTime(undoing.undoneAt) }: { settled?: Settled; when?: string },
): string {
  return t('undone', { when, ...undoingOf(handover, undoing, settled) });
}

type Settled = DisputeSettlement | undefined;

/** A settlement undoes what it found not to be true. */
function undoingOf(handover: UndoneHandover['handover'], undoing: Undoing, settled: Settled) {
  const { undoneBy, undoneReason } = undoing;
  const isSettled = undoReasons[undoneReason].settles && settled?.settledBy.id === undoneBy.id;
  return {
    name: undoneBy.name,
    reason: isSettled
      ? foundText(settled)
      : handoverText(undoReasons[undoneReason].recorded[handover]),
  };
}

type LoanEnd = Pick<KeyLoan, 'returnedAt' | 'returnType' | 'returnRecordedAt'>;
type LoanSpan = Pick<KeyLoan, 'takenAt' | 'returnedAt'>;

export function endingOf({ returnedAt, returnType, returnRecordedAt }: LoanEnd): string {
  if (!returnedAt) return t('out-now');
  if (returnRecordedAt) return keyText('from-paper');
  return returnType ? kindText(returnTypes[returnType].label) : t('returned');
}

function spanOf({ takenAt, returnedAt }: LoanSpan): string {
  return returnedAt
    ? formatDateTimeRange(takenAt, returnedAt)
    : t('since', { when: formatDateTime(takenAt) });
}

type Person = { id: string; name: string };

type LoanPeople = Pick<
  KeyLoan,
  | 'handedBy'
  | 'returnedBy'
  | 'receivedBy'
  | 'identifiedBy'
  | 'recordedAt'
  | 'returnRecordedAt'
  | 'sponsor'
> & { holder: { id: string } };

/** Who else took part and how, as far as the reader may know. */
export function participantsOf(loan: LoanPeople): { part: string; person: Person }[] {
  const { holder, sponsor, handedBy, returnedBy, receivedBy } = loan;
  const brought = returnedBy?.id !== holder.id && returnedBy?.id !== receivedBy?.id;
  return [
    { part: t('sponsor'), person: sponsor },
    { part: handedOverText(loan), person: handedBy },
    { part: t('brought-back-by'), person: brought ? returnedBy : null },
    { part: receivedText(loan), person: receivedBy },
  ].flatMap(({ part, person }) => (person ? [{ part, person }] : []));
}

/** The desk only entered a return from paper: who took the key is unknown. */
function receivedText({ returnRecordedAt }: LoanPeople): string {
  return returnRecordedAt
    ? t('paper-return-by', { when: formatDateTime(returnRecordedAt) })
    : t('received-by');
}

/** Does not say how the holder was identified if they showed a code. */
function handedOverText({ identifiedBy, recordedAt }: LoanPeople): string {
  const handed = kindText(identifications[identifiedBy ?? 'code'].handedLabel);
  return recordedAt
    ? t('handed-at-by', { handed, when: formatDateTime(recordedAt) })
    : t('handed-by', { handed });
}
