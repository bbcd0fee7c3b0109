import { isHeldBy } from '@keydesk/shared/keys/key';
import { isDesk } from '@keydesk/shared/users/role';
import { useQuery } from '@tanstack/react-query';
import { KeyRequest } from '../../features/access/request-access.tsx';
import { KeyDetailsDialog } from '../../features/key-details/key-details-dialog.tsx';
import { AskDesk } from '../../features/keys/ask-desk.tsx';
import { KeyStatusPill } from '../../features/keys/key-parts.tsx';
import { useNotFree } from '../../features/keys/keys-access.ts';
import { OwnKeyMore } from '../../features/keys/own-key-more.tsx';
import { keyQuery } from '../../features/keys/queries.ts';
import { useLiveKeys } from '../../features/keys/use-live-keys.ts';
import { WaitButton } from '../../features/keys/waits.tsx';
import { getErrorMessage } from '../../lib/api.ts';
import { useDeskComputer, useUser } from '../../lib/session.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { CodeFromDetails } from './code-from-details.tsx';
import { RemindHolder } from './remind-holder.tsx';

const KeyAccess = lazyComponent(() =>
  import('./key-access.tsx').then((module) => module.KeyAccess),
);

const KeyDisputes = lazyComponent(() =>
  import('../../features/lending/key-disputes.tsx').then((module) => module.KeyDisputes),
);

const CollectKey = lazyComponent(() =>
  import('./desk-collect.tsx').then((module) => module.CollectKey),
);

type KeyDetailsProps = { keyId: string; open: boolean; onClose: () => void };

/** The details of one key, in a dialog over the current page. */
export function KeyDetails({ keyId, open, onClose }: KeyDetailsProps) {
  useLiveKeys();
  const reader = useUser();
  const notFree = useNotFree(keyId);
  const locked = useDeskComputer()?.duty?.locked ?? false;
  const { data: item, error, refetch } = useQuery(keyQuery(keyId));
  const mine = reader !== null && item !== undefined && isHeldBy(item, reader.id);
  return (
    <KeyDetailsDialog
      item={item}
      error={error && getErrorMessage(error)}
      open={open && !locked}
      onClose={onClose}
      onRetry={() => void refetch()}
      before={
        <>
          {item && <WaitButton item={item} />}
          {item && (
            <div className="empty:hidden">
              <CodeFromDetails item={item} />
            </div>
          )}
          {item && notFree && <KeyAccess item={item} />}
          {item?.status === 'available' && notFree?.code === 'DENIED_BY_RULE' && (
            <AskDesk>If you think that this is wrong, ask</AskDesk>
          )}
          {item && <KeyRequest item={item} />}
          {item && mine && !isDesk(reader.role) && (
            <div className="space-y-2">
              <OwnKeyMore item={item} />
              <AskDesk>Lost it, or need more time? Tell</AskDesk>
            </div>
          )}
          {item?.disputed && <KeyDisputes keyId={keyId} />}
          {item && reader && isDesk(reader.role) && (
            <div className="flex flex-wrap gap-2 empty:hidden">
              <RemindHolder item={item} onRefused={() => void refetch()} />
              <CollectKey item={item} />
            </div>
          )}
        </>
      }
      after={item && !notFree && <KeyAccess item={item} />}
      status={item && <KeyStatusPill item={item} mine={mine} />}
    />
  );
}
