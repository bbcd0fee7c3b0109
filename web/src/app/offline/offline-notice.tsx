import { CloudOff } from 'lucide-react';
import { useOfflineReason } from '../../lib/connection.ts';
import { Notice } from '../../ui/notice.tsx';
import { listsReadAt } from './known-lists.ts';

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** Says, while there is no connection, how old the lists are. */
export const OfflineNotice = () => {
  const reason = useOfflineReason();
  if (reason === null) return null;
  const readAt = listsReadAt();
  return (
    <Notice tone="warning" icon={<CloudOff aria-hidden />} className="mb-5">
      {reason}{' '}
      {readAt === null
        ? 'Nothing can be read or changed until the connection is back.'
        : `Keys show as they were on ${moment.format(readAt)}; nothing can be changed until the connection is back.`}
    </Notice>
  );
};
