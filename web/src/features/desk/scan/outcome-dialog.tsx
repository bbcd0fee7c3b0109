import { CircleCheck } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { KeyHeading } from '../key-heading.tsx';
import { useHeld } from '../use-held.ts';
import { BatchKeys } from './batch-keys.tsx';
import { type Outcome, outcomeWord, resultStaysMs } from './outcome.ts';
import { TimeLeft } from './time-left.tsx';
import { useAutoClose } from './use-auto-close.ts';

type OutcomeDialogProps = { outcome: Outcome | null; onClose: () => void; closeLabel: string };

const personWord = { 'handed-over': 'Taken by', returned: 'Was with', collected: 'Was with' };

const OutcomeText = ({ outcome }: { outcome: Outcome }) =>
  outcome.kind === 'batch-returned' ? (
    <BatchKeys keyNumbers={outcome.keyNumbers} />
  ) : (
    <>
      <KeyHeading keyNumber={outcome.keyNumber} keyName={outcome.keyName} />
      <p className="mt-5 border-t border-line pt-4 text-muted">
        {personWord[outcome.kind]}
        <span className="block text-2xl font-semibold text-ink wrap-anywhere">
          {outcome.personName}
        </span>
      </p>
    </>
  );

/** What a scan came to. Goes away by itself, or with the next scan. */
export const OutcomeDialog = ({ outcome, onClose, closeLabel }: OutcomeDialogProps) => {
  const done = useRef<HTMLButtonElement>(null);
  const shown = useHeld(outcome);
  const staysMs = shown ? resultStaysMs(shown) : 0;
  const { held, popup } = useAutoClose(outcome, staysMs, onClose);
  return (
    <Dialog
      open={outcome !== null}
      onClose={onClose}
      title={
        shown && (
          <span className="inline-flex items-center gap-2 text-2xl text-available">
            <CircleCheck aria-hidden className="size-8" />
            {outcomeWord[shown.kind]}
          </span>
        )
      }
      popup={{ ...popup, initialFocus: done }}
      actions={
        <Button ref={done} size="large" onClick={onClose} className="sm:min-w-32">
          {closeLabel}
        </Button>
      }
    >
      {/* A next scan replaces the words while the dialog stays, so they are announced anew. */}
      <div role="status">{shown && <OutcomeText outcome={shown} />}</div>
      <TimeLeft key={JSON.stringify(shown)} staysMs={staysMs} running={outcome !== null && !held} />
    </Dialog>
  );
};
