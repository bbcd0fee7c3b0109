import type { Desk } from '@keydesk/shared/campus/campus';
import type { StorageLocation } from '@keydesk/shared/keys/key';
import type { Correction } from '@keydesk/shared/loans/shown-result';
import type { FoundPerson } from '@keydesk/shared/people/search';
import { t } from '@keydesk/shared/texts/en/handovers';
import { t as keyText } from '@keydesk/shared/texts/en/keys';
import { useQuery } from '@tanstack/react-query';
import {
  BellRing,
  CircleCheck,
  Hand,
  HandHelping,
  History,
  MapPin,
  ShieldAlert,
  TriangleAlert,
} from 'lucide-react';
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
import { KeyHeading, LargeHook } from './dialog-parts.tsx';
import { DueTime } from './due-time.tsx';
import type { HandoverResult, KeyHandover } from './handover-result.ts';
import {
  correctionsOf,
  doneText,
  leftOf,
  nextStepText,
  resultTitle,
  undoablesOf,
  waitingTextOf,
  withDueNow,
} from './handover-result.ts';
import { forgetHandover } from './recent-handovers.tsx';
import { type Undoable, UndoButton } from './undo-handover.tsx';

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
  return (
    <Dialog
      open={outcome !== null}
      onClose={onClose}
      title={shown && <ResultTitle shown={shown} left={left} corrections={corrections} />}
      popup={{ initialFocus: done }}
      actions={
        <>
          {left && <UndoResult outcome={left} onUndone={onClose} />}
          <Button
            ref={done}
            size="large"
            onClick={(press) => isRead(press) && onClose()}
            className="sm:min-w-32"
          >
            {closeLabel}
          </Button>
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
      {onAnother && left && <AnotherKey outcome={left} onAnother={onAnother} />}
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
        'inline-flex items-center gap-2 text-2xl',
        isWarning && 'text-out',
        isSuccess && 'text-available',
      )}
    >
      <Icon aria-hidden className="size-8 shrink-0" />
      {left ? resultTitle(shown) : said?.title}
    </span>
  );
}

type AnotherKeyProps = { outcome: HandoverResult; onAnother: (person: FoundPerson) => void };

function AnotherKey({ outcome, onAnother }: AnotherKeyProps) {
  if (outcome.kind !== 'handed-over' || outcome.repeated || !outcome.person) return null;
  const { person } = outcome;
  return (
    <OnDutyButton variant="secondary" onClick={() => onAnother(person)} className="mt-4 w-full">
      <HandHelping aria-hidden className="size-4.5 shrink-0" />
      {t('another-key-for', person)}
    </OnDutyButton>
  );
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

/** What the guard does with the key; only its number and hook are larger. */
function NextStep({ outcome, home }: { outcome: HandoverResult; home: Desk | undefined }) {
  return (
    <>
      <StepText icon={<Hand aria-hidden className={stepIconClassName} />}>
        {nextStepText(outcome, home)}
      </StepText>
      <Waiting outcome={outcome} />
    </>
  );
}

const stepIconClassName = 'mt-0.5 size-6 shrink-0 text-accent sm:size-7';

function StepText({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <p className="mt-4 flex gap-3 text-2xl/tight font-semibold text-pretty wrap-anywhere sm:text-3xl/tight">
      {icon}
      {children}
    </p>
  );
}

/** Replaces the hook and the next step of a single key with what the record says now. */
function Corrected({ keyNumber, correction }: { keyNumber: string; correction: Correction }) {
  const { contradicts, text } = correction;
  return (
    <>
      <KeyHeading keyNumber={keyNumber} />
      <StepText
        icon={
          contradicts ? (
            <TriangleAlert aria-hidden className={classNames(stepIconClassName, 'text-out!')} />
          ) : (
            <History aria-hidden className={stepIconClassName} />
          )
        }
      >
        {text.endsWith('.') ? text : t('sentence', { text })}
      </StepText>
    </>
  );
}

function Waiting({ outcome }: { outcome: HandoverResult }) {
  const text = waitingTextOf(outcome);
  return (
    text && (
      <p className="mt-3 flex gap-2.5 text-lg/snug font-semibold text-accent wrap-anywhere">
        <BellRing aria-hidden className="mt-0.5 size-5 shrink-0" />
        {text}
      </p>
    )
  );
}

/** The other desk to which any of the keys belongs; a retired desk always counts as another. */
function otherHome(outcome: HandoverResult, desks: Desks | null): Desk | undefined {
  const all = outcome.kind === 'batch-returned' ? Object.values(outcome.places ?? {}) : [outcome];
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
    return (
      <BatchKeys
        key={outcome.at}
        keyNumbers={outcome.keyNumbers}
        corrections={corrections}
        places={outcome.places ?? {}}
        undoables={undoablesOf(outcome)}
        step={step}
      />
    );
  const [correction] = corrections;
  if (correction)
    return (
      <>
        <Corrected keyNumber={outcome.keyNumber} correction={correction} />
        <div className="mt-5 border-t border-line pt-4 wrap-anywhere">
          <p className="text-lg/snug font-medium">{outcome.keyName}</p>
          {outcome.location && <p className="text-muted">{outcome.location}</p>}
        </div>
      </>
    );
  const done = doneText(outcome);
  const takenOut = outcome.kind === 'handed-over';
  return (
    <>
      <KeyHeading keyNumber={outcome.keyNumber} />
      {takenOut ? <HandOutPlace outcome={outcome} /> : <LargeHook place={homeLocation(outcome)} />}
      {step}
      <div className="mt-5 border-t border-line pt-4 wrap-anywhere">
        <p className="text-lg/snug font-medium">{outcome.keyName}</p>
        {outcome.location && <p className="text-muted">{outcome.location}</p>}
        {done && <p className="text-muted">{done}</p>}
      </div>
      <p className="mt-3 text-muted">
        {outcome.disputed ? t('disputed-holder') : takenOut ? keyText('taken-by') : t('was-with')}
        <span className="block text-xl font-semibold text-ink wrap-anywhere">
          {outcome.personName}
        </span>
      </p>
      {outcome.overrideReason && (
        <Notice tone="warning" icon={<ShieldAlert aria-hidden />} className="mt-4">
          {t('by-override', { reason: outcome.overrideReason })}
        </Notice>
      )}
      {outcome.dueAt !== undefined && (
        <DueTime key={outcome.loanId} {...outcome} dueAt={outcome.dueAt} />
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
        <Notice tone="warning" icon={<MapPin aria-hidden />} className="mt-4">
          {t('was-recorded-at', { desk: recorded.name })}
        </Notice>
      ) : (
        <LargeHook place={outcome} layAtDeskId={outcome.layAtDeskId} />
      )}
      {outcome.wasNotSeenSince && (
        <NotSeenText since={outcome.wasNotSeenSince} isHandedOver className="mt-4" />
      )}
    </>
  );
}

type BatchKeysProps = {
  keyNumbers: readonly string[];
  corrections: readonly (Correction | null)[];
  places: Readonly<Record<string, StorageLocation>>;
  undoables: readonly Undoable[];
  step: ReactNode;
};

function BatchKeys({ keyNumbers, corrections, places, undoables, step }: BatchKeysProps) {
  const desks = useDesks();
  const [only, ...others] = keyNumbers;
  const [correction] = corrections;
  if (only !== undefined && others.length === 0)
    return correction ? (
      <Corrected keyNumber={only} correction={correction} />
    ) : (
      <>
        <KeyHeading keyNumber={only} />
        <LargeHook place={homeLocation(places[only] ?? {})} />
        {step}
      </>
    );
  const left = corrections.filter((one) => !one).length;
  return (
    <>
      <p className="text-5xl font-semibold tabular-nums">
        {t('keys', { count: left || keyNumbers.length })}
      </p>
      {step ?? (
        <StepText icon={<History aria-hidden className={stepIconClassName} />}>
          {t('nothing-to-hang-up')}
        </StepText>
      )}
      <ul className="mt-4 flex flex-wrap gap-2">
        {keyNumbers.map((keyNumber, index) => {
          const undoable = undoables[index];
          const said = corrections[index];
          return (
            <li
              key={keyNumber}
              className="rounded-control border border-line bg-surface px-3 py-1.5"
            >
              <KeyNumber
                number={keyNumber}
                className={classNames('text-xl', said && 'text-muted')}
              />
              {said ? (
                <span className="block text-sm font-medium text-out wrap-anywhere">
                  {said.text}
                </span>
              ) : (
                <span className="block text-lg/snug font-semibold text-accent wrap-anywhere empty:hidden">
                  <Dotted>
                    {storageLocationText(homeLocation(places[keyNumber] ?? {}), desks)}
                  </Dotted>
                </span>
              )}
              {undoable && !said && (
                <UndoButton undoables={[undoable]} className="mt-1" onUndone={forgetHandover} />
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}
