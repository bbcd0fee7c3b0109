import type { Key } from '@keydesk/shared/keys/key';
import { KeepUntil } from './keep-until.tsx';
import { RecallNotice } from './recall-notice.tsx';

/** What one's own key says below its row: that it is recalled, or how long it may be kept. */
export function OwnKeyMore({ item }: { item: Key }) {
  return item.recalledAt ? <RecallNotice item={item} /> : <KeepUntil item={item} />;
}
