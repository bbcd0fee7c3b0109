import type { ScanShape } from '@keydesk/shared/handovers/qr-payload';
import type { KeyboardEvent } from 'react';
import { useLastNonNull } from '../../../lib/hooks.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { KeyNumber } from '../../../ui/key-number.tsx';
import type { CodeChoice } from './describe-codes.ts';
import type { CodeChoiceFlow } from './use-code-choice.ts';

const shapeLabel: Record<ScanShape, string> = {
  request: 'Request',
  return: 'Return',
  batch: 'Batch return',
};

/** Asks which of several codes in view is meant. The keys 1 to 4 choose, too. */
export function ChooseCodeDialog({ flow }: { flow: CodeChoiceFlow }) {
  const { choices, choose, cancel } = flow;
  const open = choices.length > 0;
  const shown = useLastNonNull(open ? choices : null) ?? [];
  const chooseByNumber = ({ key, repeat }: KeyboardEvent) => {
    const chosen = /^[1-9]$/.test(key) && !repeat ? choices[Number(key) - 1] : undefined;
    if (chosen) choose(chosen.text);
  };
  return (
    <Dialog
      open={open}
      onClose={cancel}
      title={<span className="text-2xl">Which code?</span>}
      description={`${shown.length} codes are in view. Choose one, or press its number.`}
      popup={{ onKeyDown: chooseByNumber }}
      actions={
        <Button variant="secondary" size="large" onClick={cancel}>
          Cancel
        </Button>
      }
    >
      <ol className="flex flex-col gap-3">
        {shown.map((choice, index) => (
          <li key={choice.text}>
            <ChoiceButton choice={choice} number={index + 1} onChoose={() => choose(choice.text)} />
          </li>
        ))}
      </ol>
    </Dialog>
  );
}

function ChoiceButton({ choice, number, onChoose }: ChoiceButtonProps) {
  const { place, details } = choice;
  return (
    <button
      type="button"
      aria-keyshortcuts={String(number)}
      onClick={onChoose}
      className="w-full rounded-control border border-line-strong/60 bg-surface p-4 text-left wrap-anywhere transition-colors hover:bg-sunken"
    >
      <span className="mb-2 flex items-center gap-3 text-muted">
        <span className="grid size-8 shrink-0 place-items-center rounded-full bg-accent-soft font-semibold text-accent tabular-nums">
          {number}
        </span>
        <span>
          <Facts>
            {place}
            {details && shapeLabel[details.shape]}
          </Facts>
        </span>
      </span>
      <KeyNumber number={headingOf(choice)} className="block text-3xl" />
      {details?.key && <span className="block font-medium">{details.key.keyName}</span>}
      {details?.personName && <span className="block text-muted">{details.personName}</span>}
    </button>
  );
}

function headingOf({ details }: CodeChoice): string {
  if (details?.key) return details.key.keyNumber;
  return details && details.keyCount > 1 ? `${details.keyCount} keys` : 'Keydesk code';
}

type ChoiceButtonProps = { choice: CodeChoice; number: number; onChoose: () => void };
