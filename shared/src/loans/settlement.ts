// Without the schema library, because every page with a history reads it.

/**
 * How an admin settles a dispute: the key is back at the desk, or its return was right · it never
 * left the desk · somebody else had it, or has had it since that return · the record was right ·
 * it was, and the sponsor of the visitor refuses.
 */
export const disputeResolutions = [
  'returned',
  'not-handed-over',
  'corrected',
  'confirmed',
  'sponsor-refuses',
] as const;
export type DisputeResolution = (typeof disputeResolutions)[number];

type Disputed = {
  isOver: boolean;
  /** It is a visitor's, for whom a sponsor answers. */
  isVisitors: boolean;
  ofReturn: boolean;
};

/** What can be true of a disputed loan: nothing else is offered, or settles it. */
export function resolutionsOf({ isOver, isVisitors, ofReturn }: Disputed): DisputeResolution[] {
  if (ofReturn) return ['returned', 'corrected', 'confirmed'];
  const wrong = isOver ? 'not-handed-over' : 'returned';
  return [wrong, 'corrected', 'confirmed', ...(isVisitors ? ['sponsor-refuses' as const] : [])];
}

/** What an admin found: '…: the return was right'. */
export function foundText({ resolution, ofReturn }: Found): string {
  return { ...words, ...(ofReturn && wordsOfReturn) }[resolution];
}

type Found = {
  resolution: DisputeResolution;
  /** It was about a return that the desk had undone. */
  ofReturn: boolean;
};

const words = {
  returned: 'the key was back at the desk',
  'not-handed-over': 'the key was not handed over',
  corrected: 'somebody else had the key',
  confirmed: 'the record was right',
  'sponsor-refuses': 'it was handed out, and the sponsor refuses',
};

const wordsOfReturn = {
  returned: 'the return was right',
  corrected: 'the return was right, and somebody else has had the key since',
  confirmed: 'the key had not come back then',
};
