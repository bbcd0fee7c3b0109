import type { Waiting } from './wait-routes.ts';

/**
 * 'Two people wait for it (Asha Rao, Ravi Kumar)', said to the desk of a key; '' if nobody does.
 */
export function waitingText({ waiting = 0, waitingNames = [] }: Waiting): string {
  if (waiting === 0) return '';
  const text = waiting === 1 ? '1 person waits for it' : `${countWord(waiting)} people wait for it`;
  return waitingNames.length > 0 ? `${text} (${namesText(waiting, waitingNames)})` : text;
}

function namesText(waiting: number, names: readonly string[]): string {
  const more = waiting - names.length;
  return names.join(', ') + (more > 0 ? ` and ${more} more` : '');
}

function countWord(count: number): string {
  return words[count - 2] ?? String(count);
}

const words = ['Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine'];
