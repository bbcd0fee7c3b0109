import type { Key } from '@keydesk/shared/keys/key';
import { serverNow } from '../../lib/clock.ts';
import { useCampusTimezone } from '../../lib/config.ts';
import { untilText } from '../../lib/due.ts';
import { KeepUntil } from './keep-until.tsx';

/** What one's own key says below its row: that it is recalled, or how long it may be kept. */
export function OwnKeyMore({ item }: { item: Key }) {
  return item.recalledAt ? <RecallNotice item={item} /> : <KeepUntil item={item} />;
}

/** Says of a key of one's own that it is recalled: by when it is to be back, and why. */
function RecallNotice({ item }: { item: Key }) {
  const timezone = useCampusTimezone();
  if (!item.recalledAt || item.dueAt === null) return null;
  const late = Date.parse(item.dueAt) <= serverNow();
  return (
    <p className="mb-1.5 text-sm text-pretty">
      <span className="font-semibold text-overdue">
        Recalled: bring it back{' '}
        {late ? 'now' : `by ${untilText(item.dueAt, serverNow(), timezone)}`}
      </span>
      <span className="block wrap-anywhere">{item.recallReason}</span>
    </p>
  );
}
