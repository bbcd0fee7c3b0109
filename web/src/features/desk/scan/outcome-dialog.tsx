import { CircleCheck } from 'lucide-react';
import {
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { useLastNonNull } from '../../../lib/hooks.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { KeyHeading } from '../key-heading.tsx';
import { autoCloseMs, type Outcome, outcomeLabel } from './results.ts';

type OutcomeDialogProps = { outcome: Outcome | null; onClose: () => void; closeLabel: string };

const personLabel = { 'handed-over': 'Taken by', returned: 'Was with', collected: 'Was with' };

/** The result of a scan. Closes by itself, or with the next scan. */
export function OutcomeDialog({ outcome, onClose, closeLabel }: OutcomeDialogProps) {
  const done = useRef<HTMLButtonElement>(null);
  const shown = useLastNonNull(outcome);
  const closeAfterMs = shown ? autoCloseMs(shown) : 0;
  const { paused, popup } = useAutoClose(outcome, closeAfterMs, onClose);
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
      {/* The next scan replaces this text while the dialog stays open; role=status announces it. */}
      <div role="status">{shown && <OutcomeText outcome={shown} />}</div>
      <AutoCloseBar
        key={JSON.stringify(shown)}
        closeAfterMs={closeAfterMs}
        running={outcome !== null && !paused}
      />
    </Dialog>
  );
}

/**
 * Calls `onClose` `closeAfterMs` after `outcome` appeared. A moving pointer or the Tab key pauses
 * this, since somebody is reading; the time starts again when the pointer leaves.
 */
function useAutoClose(outcome: unknown, closeAfterMs: number, onClose: () => void) {
  const [pausedBy, setPausedBy] = useState<'pointer' | 'keyboard' | null>(null);
  const [previous, setPrevious] = useState(outcome);
  if (outcome !== previous) {
    setPrevious(outcome);
    setPausedBy(null);
  }
  const close = useEffectEvent(onClose);
  const paused = pausedBy !== null;
  useEffect(() => {
    if (outcome === null || paused) return;
    const timer = setTimeout(() => close(), closeAfterMs);
    return () => clearTimeout(timer);
  }, [outcome, paused, closeAfterMs]);
  return {
    paused,
    popup: {
      // A pointer that happens to rest where the dialog appears does not count.
      onPointerMove: ({ movementX, movementY }: PointerEvent) => {
        if (movementX !== 0 || movementY !== 0) setPausedBy((before) => before ?? 'pointer');
      },
      onPointerLeave: () => setPausedBy((before) => (before === 'pointer' ? null : before)),
      onKeyDown: ({ key }: KeyboardEvent) => {
        if (key === 'Tab') setPausedBy('keyboard');
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

/** The numbers of the keys of a batch. */
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

/** The time left until the dialog closes, as a shrinking line. */
function AutoCloseBar({ running, closeAfterMs }: { running: boolean; closeAfterMs: number }) {
  return (
    <div aria-hidden className="mt-5 h-1 overflow-hidden rounded-full bg-sunken">
      <div
        className={classNames(
          'h-full origin-left rounded-full bg-available',
          running && 'scale-x-0 transition-transform ease-linear starting:scale-x-100',
        )}
        style={{ transitionDuration: `${closeAfterMs}ms` }}
      />
    </div>
  );
}
