import type { ScanShape } from '@keydesk/shared/loans/qr-payload';
import { t as actionText } from '@keydesk/shared/texts/en/actions';
import { t as keyText } from '@keydesk/shared/texts/en/keys';
import { t } from '@keydesk/shared/texts/en/scans';
import { type KeyboardEvent, useRef, useState } from 'react';
import { ApiError, api, call } from '../../../lib/api.ts';
import { useLastNonNull } from '../../../lib/hooks.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Dotted } from '../../../ui/dotted.tsx';
import { KeyNumber } from '../../../ui/record-link.tsx';

const shapeNames = { request: 'request', return: 'return', batch: 'batch-return' } as const;

/** Asks which of several codes in view is meant. The number keys 1 to 4 choose, too. */
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
      title={t('which-code')}
      description={t('codes-in-view', { count: shown.length })}
      popup={{ onKeyDown: chooseByNumber }}
      actions={
        <Button variant="secondary" size="large" onClick={cancel}>
          {actionText('cancel')}
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
      className="w-full rounded-control border border-line-strong/60 bg-surface p-4 text-start wrap-anywhere transition-colors hover:bg-sunken"
    >
      <span className="mb-2 flex items-center gap-3 text-muted">
        <span className="grid size-8 shrink-0 place-items-center rounded-full bg-accent-soft font-semibold text-accent tabular-nums">
          {number}
        </span>
        <span>
          <Dotted>
            {place}
            {details && t(shapeNames[details.shape])}
          </Dotted>
        </span>
      </span>
      <KeyNumber number={headingOf(choice)} className="block text-2xl" />
      {details?.key && <span className="block font-semibold">{details.key.keyName}</span>}
      {details?.personName && <span className="block text-muted">{details.personName}</span>}
    </button>
  );
}

function headingOf({ details }: CodeChoice): string {
  if (details?.key) return details.key.keyNumber;
  const count = details?.keyCount ?? 0;
  return count > 1 ? keyText('count', { count }) : t('keydesk-code');
}

type ChoiceButtonProps = { choice: CodeChoice; number: number; onChoose: () => void };

type CodeChoiceFlow = {
  asking: boolean;
  choices: readonly CodeChoice[];
  /** Takes several codes in view. If only one of them is valid, it is scanned at once. */
  offer: (codes: readonly CodeInView[]) => void;
  choose: (text: string) => void;
  /** Clears the choice: nothing was chosen, or something else was scanned. */
  cancel: () => void;
};

type ChoiceState = Pick<CodeChoiceFlow, 'asking' | 'choices'>;

const noChoice: ChoiceState = { asking: false, choices: [] };

export function useCodeChoice(onScan: (text: string) => void): CodeChoiceFlow {
  const [state, setState] = useState(noChoice);
  const current = useRef<readonly CodeInView[]>(null);

  function cancel(): void {
    current.current = null;
    setState(noChoice);
  }

  function choose(text: string): void {
    cancel();
    onScan(text);
  }

  async function offer(codes: readonly CodeInView[]): Promise<void> {
    current.current = codes;
    setState({ asking: true, choices: [] });
    const choices = await describeCodes(codes);
    if (current.current !== codes) return;
    const [only, ...others] = choices;
    if (only && others.length > 0) return setState({ asking: false, choices });
    // If the server refuses all of them, the scan says why.
    choose(only?.text ?? nearestToMiddle(codes));
  }

  return { ...state, offer: (codes) => void offer(codes), choose, cancel };
}

function nearestToMiddle(codes: readonly CodeInView[]): string {
  const distance = ({ x, y }: CodeInView) => Math.hypot(x, y);
  const [nearest] = [...codes].sort((one, other) => distance(one) - distance(other));
  return nearest?.text ?? '';
}

/** A code in the camera's view; `x` and `y` are from -1 (left, top) to 1, 0 is the middle. */
type CodeInView = { text: string; x: number; y: number };

/** How the guard tells one of several codes in view from the others. */
type CodeChoice = {
  text: string;
  place: string;
  /** Null if the server did not answer in time. */
  details: CodeDetails | null;
};

type CodeDetails = {
  shape: ScanShape;
  keyCount: number;
  key: { keyNumber: string; keyName: string } | null;
  personName: string | null;
};

/** Omits codes that the server refuses; a code without an answer in time has no details. */
async function describeCodes(codes: readonly CodeInView[]): Promise<CodeChoice[]> {
  const places = placesOf(codes);
  const described = await Promise.all(
    codes.map(({ text }) => describe(text, AbortSignal.timeout(describeWithinMs))),
  );
  return codes.flatMap(({ text }, index) => {
    const details = described[index];
    if (details === undefined || details === 'refused') return [];
    return [{ text, place: places[index] ?? '', details }];
  });
}

const describeWithinMs = 3_000;

async function describe(
  qrData: string,
  signal: AbortSignal,
): Promise<CodeDetails | null | 'refused'> {
  try {
    const { data } = await call(api.resolveCode, { body: { qrData }, signal });
    const [id, ...others] = data.keyIds;
    const [key, person] = await Promise.all([
      id && others.length === 0
        ? call(api.getKey, { params: { id }, signal }).catch(() => null)
        : null,
      data.userId
        ? call(api.getUser, { params: { userId: data.userId }, signal }).catch(() => null)
        : null,
    ]);
    return {
      shape: data.shape,
      keyCount: data.keyIds.length,
      key: key?.data.key ?? null,
      personName: person?.user.name ?? null,
    };
  } catch (cause) {
    return isRefusal(cause) ? 'refused' : null;
  }
}

/** Tells a refused code from a server that is busy or unreachable. */
function isRefusal(cause: unknown): boolean {
  return cause instanceof ApiError && [400, 404, 409].includes(cause.status);
}

/** Where each code is: left or right, top or bottom, or which corner of a larger group. */
export function placesOf(codes: readonly Pick<CodeInView, 'x' | 'y'>[]): string[] {
  const [x, y] = [meanOf(codes.map((code) => code.x)), meanOf(codes.map((code) => code.y))];
  const [width, height] = [
    rangeOf(codes.map((code) => code.x)),
    rangeOf(codes.map((code) => code.y)),
  ];
  return codes.map((code) => {
    const [across, down] = [code.x < x ? 'left' : 'right', code.y < y ? 'top' : 'bottom'] as const;
    if (codes.length === 2) return t(width >= height ? across : down);
    return t('corner', { across, down });
  });
}

function meanOf(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function rangeOf(values: number[]): number {
  return Math.max(...values) - Math.min(...values);
}
