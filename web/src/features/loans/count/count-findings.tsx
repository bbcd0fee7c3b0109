import { plural } from '@keydesk/shared/core/text';
import type { Key } from '@keydesk/shared/keys/key';
import type { Count, CountResult } from '@keydesk/shared/loans/counts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, Repeat, SearchX, Truck } from 'lucide-react';
import type { ReactNode } from 'react';
import { api, call, getErrorMessage } from '../../../lib/api.ts';
import { homeOf, useDesks } from '../../../lib/campus.ts';
import { invalidateAndRefetch } from '../../../lib/query-client.ts';
import { OnDutyButton } from '../../../ui/action-button.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { TitledCard } from '../../../ui/page.tsx';
import { showError, showSuccess } from '../../../ui/toast/show-toast.ts';
import { KeyDetailsLink, KeyHolder, KeyStatusPill } from '../../keys/key-parts.tsx';
import { keysQuery, useRefetchKeys } from '../../keys/queries.ts';
import { useDeskCollect } from '../desk/desk-collect.tsx';
import { FoundKey } from '../incidents/condition-notice.tsx';
import { countsRoot } from './count-query.ts';

type CountFindingsProps = { result: CountResult; onCountAgain: (countId: string) => void };

/** What a closed count found, each key as it is now, with what can be done about it. */
export function CountFindings({ result, onCountAgain }: CountFindingsProps) {
  const { count, seen, missing, hereThoughOut, elsewhere, unknown } = result;
  const collect = useDeskCollect();
  const isClean = missing.length + hereThoughOut.length + elsewhere.length + unknown === 0;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Notice
        tone={isClean ? 'success' : 'warning'}
        icon={isClean ? <CircleCheck aria-hidden /> : <SearchX aria-hidden />}
      >
        {plural(seen, 'key')} seen.{' '}
        {isClean ? 'Everything hangs where it should.' : 'Something is not as recorded.'}
      </Notice>
      <Group
        title="Missing"
        text="Should hang here and was not seen."
        keys={missing}
        action={
          <OnDutyButton variant="secondary" onClick={() => onCountAgain(count.id)}>
            <Repeat aria-hidden className="size-4.5" />
            Count These Again
          </OnDutyButton>
        }
        renderAction={(item) => <ReportMissing item={item} />}
      />
      <Group
        title="Here, though recorded elsewhere"
        text="Was seen here, but is out or reported missing."
        keys={hereThoughOut}
        renderAction={(item) => (
          <>
            {collect.renderAction(item)}
            <FoundKey item={item} />
          </>
        )}
      />
      <Group
        title="Belongs elsewhere"
        text="Was seen here, but its hook is at another place."
        keys={elsewhere}
        renderAction={(item) => <SendHome item={item} count={count} />}
      />
      {unknown > 0 && (
        <TitledCard
          title="Unknown tags"
          text={`${plural(unknown, 'tag')} of no key. Replace them.`}
        />
      )}
      {collect.dialogs}
    </div>
  );
}

type GroupProps = {
  title: string;
  text: string;
  keys: readonly Key[];
  action?: ReactNode;
  renderAction: (item: Key) => ReactNode;
};

function Group({ title, text, keys, action, renderAction }: GroupProps) {
  const { data: current } = useQuery(keysQuery);
  if (keys.length === 0) return null;
  const now = new Map(current?.map((item) => [item._id, item]));
  return (
    <TitledCard title={`${title} (${keys.length})`} text={text} action={action}>
      <ul className="mt-2 divide-y divide-line">
        {keys.map((found) => {
          const item = now.get(found._id) ?? found;
          return (
            <li key={item._id} className="flex flex-wrap items-center gap-x-4 gap-y-1.5 py-2.5">
              <span className="min-w-0 flex-1 basis-40 text-xl wrap-anywhere">
                <KeyDetailsLink item={item} />
                <span className="block text-sm text-muted">
                  <Facts>
                    {item.keyName}
                    {item.hook}
                  </Facts>
                  <KeyHolder item={item} mine={false} />
                </span>
              </span>
              <KeyStatusPill item={item} mine={false} />
              {renderAction(item)}
            </li>
          );
        })}
      </ul>
    </TitledCard>
  );
}

function ReportMissing({ item }: { item: Key }) {
  const refetchKeys = useRefetchKeys();
  const reporting = useMutation({
    mutationFn: () =>
      call(api.reportKey, {
        params: { id: item._id },
        body: { kind: 'missing', note: 'Not seen in a count' },
      }),
    onSuccess: ({ message }) => showSuccess(message ?? ''),
    onError: (cause) => showError(getErrorMessage(cause)),
    onSettled: () => refetchKeys(),
  });
  if (item.status !== 'available' || !item.isActive) return null;
  return (
    <OnDutyButton
      size="small"
      variant="secondary"
      aria-label={`Report missing: ${item.keyNumber}`}
      busy={reporting.isPending}
      onClick={() => !reporting.isPending && reporting.mutate()}
    >
      Report missing
    </OnDutyButton>
  );
}

/** Where a key belongs, and that it is to go there. */
function SendHome({ item, count }: { item: Key; count: Count }) {
  const desks = useDesks();
  const client = useQueryClient();
  const home = desks && homeOf(item, desks);
  const sending = useMutation({
    mutationFn: () => call(api.sendHome, { params: { id: count.id }, body: { keyId: item._id } }),
    onSuccess: ({ message }) => showSuccess(message ?? ''),
    onError: (cause) => showError(getErrorMessage(cause)),
    onSettled: () => invalidateAndRefetch(client, { queryKey: countsRoot }),
  });
  const place = home && home.id !== count.desk?.id ? home.name : item.hook;
  return (
    <>
      {place && <span className="text-sm font-medium">Belongs at {place}</span>}
      {home && home.id !== count.desk?.id && item.awayDeskId !== count.desk?.id && (
        <OnDutyButton
          size="small"
          variant="secondary"
          aria-label={`Send home: ${item.keyNumber}`}
          busy={sending.isPending}
          onClick={() => !sending.isPending && sending.mutate()}
        >
          <Truck aria-hidden className="size-4.5" />
          Send home
        </OnDutyButton>
      )}
    </>
  );
}
