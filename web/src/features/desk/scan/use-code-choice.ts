import { useRef, useState } from 'react';
import { type CodeChoice, type CodeInView, describeCodes } from './describe-codes.ts';

export type CodeChoiceFlow = {
  /** The server is being asked what the codes are. */
  asking: boolean;
  /** The codes to choose from; empty if there is nothing to choose. */
  choices: readonly CodeChoice[];
  /** Several codes came into view. If only one of them is valid, that one is scanned. */
  offer: (codes: readonly CodeInView[]) => void;
  choose: (text: string) => void;
  /** Forgets the codes: none was chosen, or something else has been scanned. */
  cancel: () => void;
};

type ChoiceState = Pick<CodeChoiceFlow, 'asking' | 'choices'>;

const noChoice: ChoiceState = { asking: false, choices: [] };

/** Lets the guard choose which of several codes in view is scanned. */
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
