import { CircleCheck } from 'lucide-react';
import {
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { useLastNonNull } from '../../../lib/use-last-non-null.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { KeyHeading } from '../key-heading.tsx';
import { autoCloseMs, type Outcome, outcomeLabel } from './results.ts';

type OutcomeDialogProps = { outcome: Outcome | null; onClose: () => void; closeLabel: string };

const personLabel = { 'handed-over': 'Taken by', returned: 'Was with', collected: 'Was with' };

/** What a scan came to. Goes away by itself, or with the next scan. */
export function OutcomeDialog({ outcome, onClose, closeLabel }: OutcomeDialogProps) {
  const done = useRef<HTMLButtonElement>(null);
  const shown = useLastNonNull(outcome);
  const staysMs = shown ? autoCloseMs(shown) : 0;
  const { held, popup } = useAutoClose(outcome, staysMs, onClose);
  return (
    <Dialog
      open={outcome !== null}
      onClose={onClose}
      title={
        shown && (
          <span className="inline-flex items-center gap-2 text-2xl text-available">
            <CircleCheck aria-hidden className="size-8" />
            {outcomeLabel[shown.kind]}
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
      <AutoCloseBar
        key={JSON.stringify(shown)}
        staysMs={staysMs}
        running={outcome !== null && !held}
      />
    </Dialog>
  );
}

/**
 * Calls `onClose` `staysMs` after `shown` changed to something, unless a moving pointer or the Tab
 * key says that somebody is there reading; the pointer's leaving starts the time anew.
 */
function useAutoClose(shown: unknown, staysMs: number, onClose: () => void) {
  const [holder, setHolder] = useState<'pointer' | 'keyboard' | null>(null);
  const [seen, setSeen] = useState(shown);
  if (shown !== seen) {
    setSeen(shown);
    setHolder(null);
  }
  const close = useEffectEvent(onClose);
  const held = holder !== null;
  useEffect(() => {
    if (shown === null || held) return;
    const timer = setTimeout(() => close(), staysMs);
    return () => clearTimeout(timer);
  }, [shown, held, staysMs]);
  return {
    held,
    popup: {
      // A pointer at rest under a dialog that appears does not count as interest.
      onPointerMove: ({ movementX, movementY }: PointerEvent) => {
        if (movementX !== 0 || movementY !== 0) setHolder((before) => before ?? 'pointer');
      },
      onPointerLeave: () => setHolder((before) => (before === 'pointer' ? null : before)),
      onKeyDown: ({ key }: KeyboardEvent) => {
        if (key === 'Tab') setHolder('keyboard');
      },
    },
  };
}

function OutcomeText({ outcome }: { outcome: Outcome }) {
  return outcome.kind === 'batch-returned' ? (
    <BatchKeys keyNumbers={outcome.keyNumbers} />
  ) : (
    <>
      <KeyHeading keyNumber={outcome.keyNumber} keyName={outcome.keyName} />
      <p className="mt-5 border-t border-line pt-4 text-muted">
        {personLabel[outcome.kind]}
        <span className="block text-2xl font-semibold text-ink wrap-anywhere">
          {outcome.personName}
        </span>
      </p>
    </>
  );
}

/** The keys of a batch, by number. */
function BatchKeys({ keyNumbers }: { keyNumbers: readonly string[] }) {
  return (
    <>
      <p className="text-5xl font-semibold tabular-nums">
        {keyNumbers.length} {keyNumbers.length === 1 ? 'key' : 'keys'}
      </p>
      <ul className="mt-4 flex flex-wrap gap-2">
        {keyNumbers.map((keyNumber) => (
          <li
            key={keyNumber}
            className="key-number rounded-control border border-line bg-surface px-3 py-1.5 text-xl"
          >
            {keyNumber}
          </li>
        ))}
      </ul>
    </>
  );
}

/** The time left until a result goes away, as a line that grows shorter. */
function AutoCloseBar({ running, staysMs }: { running: boolean; staysMs: number }) {
  return (
    <div aria-hidden className="mt-5 h-1 overflow-hidden rounded-full bg-sunken">
      <div
        className={classNames(
          'h-full origin-left rounded-full bg-available',
          running && 'scale-x-0 transition-transform ease-linear starting:scale-x-100',
        )}
        style={{ transitionDuration: `${staysMs}ms` }}
      />
    </div>
  );
}
