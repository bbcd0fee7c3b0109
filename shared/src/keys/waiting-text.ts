/** 'Two people wait for it', said to the desk when a key is back; '' if nobody does. */
export function waitingText(waiting: number): string {
  if (waiting === 0) return '';
  return waiting === 1 ? '1 person waits for it' : `${countWord(waiting)} people wait for it`;
}

function countWord(count: number): string {
  return words[count - 2] ?? String(count);
}

const words = ['Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine'];
