import type { Desk } from '@keydesk/shared/campus/campus';
import { isDesk } from '@keydesk/shared/http/roles';
import { isHeldBy } from '@keydesk/shared/keys/key';
import { useQuery } from '@tanstack/react-query';
import { KeyRequest } from '../../features/access/request-access.tsx';
import { OwnKeyMore } from '../../features/keys/keep-until.tsx';
import { KeyDetailsDialog } from '../../features/keys/key-details.tsx';
import { KeyStatusPill } from '../../features/keys/key-parts.tsx';
import { useNotFree } from '../../features/keys/keys-access.tsx';
import { keyQuery, useLiveKeys } from '../../features/keys/queries.ts';
import { WaitButton } from '../../features/keys/waits.tsx';
import { CodeFromDetails } from '../../features/loans/codes/code-button.tsx';
import { RemindHolder } from '../../features/loans/remind.tsx';
import { getErrorMessage } from '../../lib/api.ts';
import { useCampus } from '../../lib/campus.ts';
import { useDeskComputer, useUser } from '../../lib/session.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';

const KeyAccess = lazyComponent(() => import('../../features/access/key-access.tsx'), 'KeyAccess');

const KeyDisputes = lazyComponent(
  () => import('../../features/loans/lending/key-disputes.tsx'),
  'KeyDisputes',
);

const CollectKey = lazyComponent(
  () => import('../../features/loans/desk/desk-collect.tsx'),
  'CollectKey',
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

/** Says whom to ask for what only the desk can do; `children` begin the sentence. */
function AskDesk({ children }: { children: string }) {
  const desks = useCampus()?.desks.filter(({ retired }) => !retired) ?? [];
  return (
    <p className="text-sm text-pretty wrap-anywhere text-muted">
      {children}{' '}
      {desks.length === 0
        ? 'the desk'
        : desks.map((desk, at) => (
            <span key={desk.id}>
              {at > 0 && ', or '}
              <NameAndPhone desk={desk} />
            </span>
          ))}
      .
    </p>
  );
}

function NameAndPhone({ desk: { name, phone } }: { desk: Desk }) {
  if (!phone) return name;
  return (
    <>
      {name}, phone{' '}
      <a
        href={`tel:${phone.replace(/[^\d+*#]/g, '')}`}
        className="font-medium whitespace-nowrap text-accent underline underline-offset-2"
      >
        {phone}
      </a>
    </>
  );
}
