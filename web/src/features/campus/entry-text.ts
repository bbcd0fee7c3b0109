import type { EntryUsage } from '@keydesk/shared/campus/routes';
import type { Entry } from './queries.ts';

/** 'used by 24 keys, 31 people', or that nothing uses it. */
export function usageText({ keys, people }: EntryUsage): string {
  const uses = [
    ...(keys > 0 ? [keys === 1 ? '1 key' : `${keys} keys`] : []),
    ...(people > 0 ? [people === 1 ? '1 person' : `${people} people`] : []),
  ];
  return uses.length > 0 ? `used by ${uses.join(', ')}` : 'not used';
}

/** What a department is for, where that is not both; empty for other entries. */
export function purposeText({ registers, lends }: Entry): string {
  if (registers === undefined || registers === lends)
    return registers === false ? 'for neither keys nor people' : '';
  return registers ? 'for people only' : 'for keys only';
}
