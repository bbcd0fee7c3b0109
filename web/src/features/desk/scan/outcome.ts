/** What a scan, or a collection by hand, came to. */
export type Outcome =
  | {
      kind: 'handed-over' | 'returned' | 'collected';
      keyNumber: string;
      keyName: string;
      personName: string;
      at: string;
    }
  | { kind: 'batch-returned'; keyNumbers: readonly string[]; at: string };

/** What happened, in one or two words. */
export const outcomeWord: Record<Outcome['kind'], string> = {
  'handed-over': 'Handed over',
  returned: 'Returned',
  collected: 'Collected',
  'batch-returned': 'Returned',
};

/** How long a result stays when nobody asks it to; a batch until its keys can be counted. */
export const resultStaysMs = (outcome: Outcome): number =>
  outcome.kind === 'batch-returned'
    ? Math.min(4_000 + 800 * outcome.keyNumbers.length, 30_000)
    : 4_000;
