import type { Key } from '@keydesk/shared/keys/key';
import { serverNow } from '../../lib/clock.ts';
import { nearMomentText } from './near-moment-text.ts';

/** Who has a key, their email where the reader may see it, and since when. */
export const KeyHolder = ({ item, mine }: { item: Key; mine: boolean }) => {
  if (!item.takenBy) return null;
  const since = item.takenAt ? nearMomentText(new Date(item.takenAt), serverNow()) : '';
  if (mine) return since && `Since ${since}`;
  return (
    <>
      <span className="font-medium text-ink">{item.takenBy.name}</span>{' '}
      {since && <span className="whitespace-nowrap">since {since}</span>}
      {item.takenBy.email && <span className="block truncate">{item.takenBy.email}</span>}
    </>
  );
};
