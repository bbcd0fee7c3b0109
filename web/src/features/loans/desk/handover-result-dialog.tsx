import type { Desk } from '@keydesk/shared/campus/campus';
import type { StorageLocation } from '@keydesk/shared/keys/key';
import type { Correction } from '@keydesk/shared/loans/shown-result';
import type { FoundPerson } from '@keydesk/shared/people/search';
import { t } from '@keydesk/shared/texts/en/handovers';
import { useQuery } from '@tanstack/react-query';
import { BellRing, CircleCheck, History, MapPin, ShieldAlert, TriangleAlert } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import {
  type Desks,
  homeElsewhere,
  retiredHomeOf,
  storageLocationText,
  useDesks,
} from '../../../lib/campus.ts';
import { useLastNonNull, useMinimumDisplay } from '../../../lib/hooks.ts';
import { OnDutyButton } from '../../../ui/action-button.tsx';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Dotted } from '../../../ui/dotted.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { KeyNumber } from '../../../ui/record-link.tsx';
import { keysQuery } from '../../keys/queries.ts';
import { NotSeenText } from '../incidents/condition-notice.tsx';
import { KeyHeading, LargeHook, SheetLinks } from './dialog-parts.tsx';
import { DueTime } from './due-time.tsx';
import type { BatchReturn, HandoverResult, KeyHandover } from './handover-result.ts';
import {
  correctionsOf,
  doneText,
  holderNamesOf,
  leftOf,
  nextStepText,
  resultTitle,
  undoablesOf,
  waitingTextOf,
  withDueNow,
} from './handover-result.ts';
import { forgetHandover } from './recent-handovers.tsx';
import { UndoButton } from './undo-handover.tsx';

type HandoverResultDialogProps = {
  outcome: HandoverResult | null;
  onClose: () => void;
  closeLabel: string;
  /** Hands another key to the same person; undefined where hand-outs by name are off. */
  onAnother?: ((person: FoundPerson) => void) | undefined;
};

/**
 * The result of a handover, until the next one or a click. It follows the record: corrections
 * replace what no longer holds (`shown-result`).
 */
export function HandoverResultDialog(props: HandoverResultDialogProps) {
  const { outcome, onClose, closeLabel, onAnother } = props;
  const done = useRef<HTMLButtonElement>(null);
  const last = useLastNonNull(outcome);
  const { data: keys } = useQuery({ ...keysQuery, enabled: outcome !== null });
  const shown = last && withDueNow(last, keys);
  const corrections = shown ? correctionsOf(shown, keys) : [];
  const left = shown && leftOf(shown, corrections);
  const isRead = useMinimumDisplay(outcome);
  const desks = useDesks();
  const another = onAnother && left && anotherFor(left);
  return (
    <Dialog
      sheet
      open={outcome !== null}
      onClose={onClose}
      title={shown && <ResultTitle shown={shown} left={left} corrections={corrections} />}
      popup={{ initialFocus: done }}
      actions={
        <>
          <Button ref={done} size="large" onClick={(press) => isRead(press) && onClose()}>
            {closeLabel}
          </Button>
          <SheetLinks>
            {left && <UndoResult outcome={left} onUndone={onClose} />}
            {another && (
              <OnDutyButton variant="quiet" onClick={() => onAnother(another)}>
                {t('another-key-for', another)}
              </OnDutyButton>
            )}
          </SheetLinks>
        </>
      }
    >
      {/* The next scan replaces this text in the open dialog; role=status announces it. */}
      <div role="status">
        {shown && (
          <HandoverResultText
            outcome={shown}
            left={left}
            corrections={corrections}
            home={otherHome(left ?? shown, desks)}
          />
        )}
      </div>
    </Dialog>
  );
}

type ShownResult = {
  shown: HandoverResult;
  /** What still holds; null if nothing does. */
  left: HandoverResult | null;
  /** One per key, in the order of the keys; null where the result still holds. */
  corrections: readonly (Correction | null)[];
};

/** Green only while some of the result was recorded now and still holds. */
function ResultTitle({ shown, left, corrections }: ShownResult) {
  const said = corrections.find((one) => one?.contradicts) ?? corrections[0];
  const isWarning = !left && said?.contradicts;
  const isSuccess = left && !shown.repeated;
  const Icon = isWarning ? TriangleAlert : isSuccess ? CircleCheck : History;
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-2 text-xl',
        isWarning && 'text-out',
        isSuccess && 'text-available',
      )}
    >
      <Icon aria-hidden className="size-6 shrink-0" />
      {left ? resultTitle(left) : said?.title}
    </span>
  );
}

/** Who could be handed another key. */
function anotherFor(outcome: HandoverResult): FoundPerson | undefined {
  if (outcome.kind !== 'handed-over' || outcome.repeated) return undefined;
  return outcome.person;
}

/** Undoes the handover of a single key; keys of a batch are undone one by one. */
function UndoResult({ outcome, onUndone }: { outcome: HandoverResult; onUndone: () => void }) {
  const [undoable, ...others] = undoablesOf(outcome);
  if (!undoable || others.length > 0) return null;
  return (
    <UndoButton
      undoables={[undoable]}
      onUndone={(undone) => {
        forgetHandover(undone);
        onUndone();
      }}
    />
  );
}

/** What the guard does with the key, and who waits for it. */
function NextStep({ outcome, home }: { outcome: HandoverResult; home: Desk | undefined }) {
  const waiting = waitingTextOf(outcome);
  return (
    <>
      <StepText>{nextStepText(outcome, home)}</StepText>
      {waiting && (
        <p className="mt-2 flex gap-2 font-semibold text-accent wrap-anywhere">
          <BellRing aria-hidden className="mt-0.5 size-5 shrink-0" />
          {waiting}
        </p>
      )}
    </>
  );
}

function StepText({ children }: { children: ReactNode }) {
  return <p className="mt-3 text-xl font-semibold text-pretty wrap-anywhere">{children}</p>;
}

/** Replaces the hook and the next step of a single key with what the record says now. */
function Corrected({ keyNumber, correction }: { keyNumber: string; correction: Correction }) {
  const { text } = correction;
  return (
    <>
      <KeyHeading keyNumber={keyNumber} />
      <StepText>{text.endsWith('.') ? text : t('sentence', { text })}</StepText>
    </>
  );
}

/** The other desk to which any of the keys belongs; a retired desk always counts as another. */
function otherHome(outcome: HandoverResult, desks: Desks | null): Desk | undefined {
  const all = outcome.kind === 'batch-returned' ? outcome.keys : [outcome];
  const homes = all.map((one) => retiredHomeOf(one) ?? (desks && homeElsewhere(one, desks)));
  return homes.find((home) => home !== null) ?? undefined;
}

function homeLocation({ deskId, hook }: StorageLocation): StorageLocation {
  return { deskId, hook };
}

type HandoverResultTextProps = Omit<ShownResult, 'shown'> & {
  outcome: HandoverResult;
  home: Desk | undefined;
};

/** What the guard needs next comes first and largest: which key, which hook, what to do. */
function HandoverResultText({ outcome, left, corrections, home }: HandoverResultTextProps) {
  const step = left && <NextStep outcome={left} home={home} />;
  if (outcome.kind === 'batch-returned')
    return <BatchKeys key={outcome.at} outcome={outcome} corrections={corrections} step={step} />;
  const [correction] = corrections;
  const about = (
    <Dotted>
      <span>{outcome.keyName}</span>
      {outcome.location}
    </Dotted>
  );
  if (correction)
    return (
      <>
        <Corrected keyNumber={outcome.keyNumber} correction={correction} />
        <p className="mt-2 text-sm text-muted wrap-anywhere">{about}</p>
      </>
    );
  const done = doneText(outcome);
  const takenOut = outcome.kind === 'handed-over';
  return (
    <>
      <KeyHeading keyNumber={outcome.keyNumber} />
      {takenOut ? <HandOutPlace outcome={outcome} /> : <LargeHook place={homeLocation(outcome)} />}
      {step}
      <div className="mt-1 text-sm text-muted wrap-anywhere">
        {outcome.dueAt !== undefined && (
          <DueTime key={outcome.loanId} {...outcome} dueAt={outcome.dueAt} />
        )}
        <p>{about}</p>
        {!takenOut && (
          <p>
            {outcome.disputed ? t('disputed-holder') : t('was-with')}{' '}
            <span className="font-semibold text-ink">{outcome.personName}</span>
          </p>
        )}
        {done && <p>{done}</p>}
      </div>
      {outcome.overrideReason && (
        <Notice tone="warning" icon={<ShieldAlert aria-hidden />} className="mt-4">
          {t('by-override', { reason: outcome.overrideReason })}
        </Notice>
      )}
    </>
  );
}

function HandOutPlace({ outcome }: { outcome: KeyHandover }) {
  const desks = useDesks();
  const recorded = desks?.active.find(({ id }) => id === outcome.recordedAtDeskId);
  return (
    <>
      {recorded ? (
        <Notice tone="warning" icon={<MapPin aria-hidden />} className="mt-3">
          {t('was-recorded-at', { desk: recorded.name })}
        </Notice>
      ) : (
        <LargeHook place={outcome} layAtDeskId={outcome.layAtDeskId} />
      )}
      {outcome.wasNotSeenSince && (
        <NotSeenText since={outcome.wasNotSeenSince} isHandedOver className="mt-3" />
      )}
    </>
  );
}

type BatchKeysProps = BatchRowsProps & { step: ReactNode };

function BatchKeys({ outcome, corrections, step }: BatchKeysProps) {
  const names = holderNamesOf(outcome);
  const [only, ...others] = outcome.keys;
  const [correction] = corrections;
  if (only && others.length === 0)
    return correction ? (
      <Corrected keyNumber={only.keyNumber} correction={correction} />
    ) : (
      <>
        <KeyHeading keyNumber={only.keyNumber} />
        <LargeHook place={homeLocation(only)} />
        {step}
      </>
    );
  return (
    <>
      {step ?? <StepText>{t('nothing-to-hang-up')}</StepText>}
      {names && <p className="text-sm text-muted wrap-anywhere">{t('from-people', { names })}</p>}
      <BatchRows outcome={outcome} corrections={corrections} />
    </>
  );
}

type BatchRowsProps = {
  outcome: BatchReturn;
  corrections: readonly (Correction | null)[];
};

/** A row for each key, which follows the record. */
export function BatchRows({ outcome, corrections }: BatchRowsProps) {
  const desks = useDesks();
  const undoables = undoablesOf(outcome);
  return (
    <ul className="-mx-5 mt-4 divide-y divide-line border-t border-line">
      {outcome.keys.map((item, index) => {
        const undoable = undoables[index];
        const said = corrections[index];
        return (
          <li key={item.keyNumber} className="flex min-h-18 items-center gap-3 px-5 py-2">
            <span className="min-w-0 flex-1 wrap-anywhere">
              <span className={classNames('block text-xl', said && 'text-muted')}>
                <KeyNumber number={item.keyNumber} className="font-normal!" />
              </span>
              {said ? (
                <span className="block text-sm text-out">{said.text}</span>
              ) : (
                <span className="block text-xl font-semibold empty:hidden">
                  <Dotted>{storageLocationText(homeLocation(item), desks)}</Dotted>
                </span>
              )}
            </span>
            {undoable && !said && (
              <UndoButton undoables={[undoable]} className="-me-4" onUndone={forgetHandover} />
            )}
          </li>
        );
      })}
    </ul>
  );
}
