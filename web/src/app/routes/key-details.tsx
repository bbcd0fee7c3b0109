import type { Desk } from '@keydesk/shared/campus/campus';
import { isDesk } from '@keydesk/shared/http/roles';
import { isHeldBy } from '@keydesk/shared/keys/key';
import { t } from '@keydesk/shared/texts/en/key-details';
import { t as recordText } from '@keydesk/shared/texts/en/records';
import { useQuery } from '@tanstack/react-query';
import { KeyRequest } from '../../features/access/request-access.tsx';
import { OwnKeyMore } from '../../features/keys/keep-until.tsx';
import { KeyFieldList } from '../../features/keys/key-details.tsx';
import { KeyStatusPill } from '../../features/keys/key-parts.tsx';
import { useNotFree } from '../../features/keys/keys-access.tsx';
import { KeyHistory } from '../../features/keys/loan-history.tsx';
import { keyQuery } from '../../features/keys/queries.ts';
import { WaitButton } from '../../features/keys/waits.tsx';
import { CodeFromDetails } from '../../features/loans/codes/code-button.tsx';
import { RemindHolder } from '../../features/loans/remind.tsx';
import { useCampus } from '../../lib/campus.ts';
import { useDeskComputer, useUser } from '../../lib/session.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { PhoneLink } from '../../ui/phone-link.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { KeyNumber } from '../../ui/record-link.tsx';

const KeyAccess = lazyComponent(() => import('../../features/access/key-access.tsx'), 'KeyAccess');

const KeyDisputes = lazyComponent(
  () => import('../../features/loans/lending/key-disputes.tsx'),
  'KeyDisputes',
);

const KeyIncidents = lazyComponent(
  () => import('../../features/loans/incidents/key-incidents.tsx'),
  'KeyIncidents',
);

const FoundNotes = lazyComponent(
  () => import('../../features/loans/incidents/found-notes.tsx'),
  'FoundNotes',
);

const ReportKey = lazyComponent(
  () => import('../../features/loans/incidents/report-key.tsx'),
  'ReportKey',
);

const CollectKey = lazyComponent(
  () => import('../../features/loans/desk/desk-collect.tsx'),
  'CollectKey',
);

type KeyDetailsProps = { keyId: string; open: boolean; onClose: () => void };

export function KeyDetails({ keyId, open, onClose }: KeyDetailsProps) {
  const reader = useUser();
  const notFree = useNotFree(keyId);
  const locked = useDeskComputer()?.duty?.locked ?? false;
  const query = useQuery(keyQuery(keyId));
  const { data: item, refetch } = query;
  const mine = reader !== null && item !== undefined && isHeldBy(item, reader.id);
  return (
    <Dialog
      open={open && !locked}
      onClose={onClose}
      inAddress
      long
      title={
        item ? (
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <KeyNumber number={item.keyNumber} linkTo={item._id} className="text-2xl leading-8" />
            <KeyStatusPill item={item} mine={mine} />
          </span>
        ) : (
          t('key-details')
        )
      }
      description={item?.keyName}
    >
      <QueryState query={query} loading={recordText('loading-key')} />
      {item && (
        <div className="space-y-5">
          <WaitButton item={item} />
          <div className="empty:hidden">
            <CodeFromDetails item={item} />
          </div>
          {notFree && <KeyAccess item={item} />}
          {item.status === 'available' && notFree?.code === 'DENIED_BY_RULE' && (
            <AskDesk why="if-this-is-wrong" />
          )}
          <KeyRequest item={item} />
          {mine && !isDesk(reader.role) && (
            <div className="space-y-2">
              <OwnKeyMore item={item} />
              <AskDesk why="lost-or-late" />
            </div>
          )}
          <div className="empty:hidden">
            <ReportKey item={item} />
          </div>
          {reader && isDesk(reader.role) && !item.condition && <FoundNotes keyId={keyId} />}
          {item.disputed && <KeyDisputes keyId={keyId} />}
          {item.condition && reader && isDesk(reader.role) && <KeyIncidents keyId={keyId} />}
          {reader && isDesk(reader.role) && (
            <div className="flex flex-wrap gap-2 empty:hidden">
              <RemindHolder item={item} onRefused={() => void refetch()} />
              <CollectKey item={item} />
            </div>
          )}
          <KeyFieldList item={item} />
          {!notFree && <KeyAccess item={item} />}
          <KeyHistory keyId={item._id} />
        </div>
      )}
    </Dialog>
  );
}

function AskDesk({ why }: { why: 'if-this-is-wrong' | 'lost-or-late' }) {
  const desks = useCampus()?.desks.filter(({ retired }) => !retired) ?? [];
  return (
    <p className="text-sm text-pretty wrap-anywhere text-muted">
      {t.rich(why, {
        desks: (chunks) =>
          desks.length === 0
            ? chunks
            : desks.map((desk, at) => (
                <span key={desk.id}>
                  {at > 0 && `${t('or')} `}
                  <NameAndPhone desk={desk} />
                </span>
              )),
      })}
    </p>
  );
}

function NameAndPhone({ desk: { name, phone } }: { desk: Desk }) {
  if (!phone) return name;
  return (
    <>
      {t.rich('name-and-phone', {
        name,
        number: phone,
        phone: () => <PhoneLink key="phone" number={phone} className="whitespace-nowrap" />,
      })}
    </>
  );
}
