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
