import { unseenKind } from '@keydesk/shared/keys/incident-kinds';
import { isUnseen, type Key } from '@keydesk/shared/keys/key';
import { retiredKeyText } from '@keydesk/shared/keys/retired-key';
import type { Count, CountResult } from '@keydesk/shared/loans/counts';
import { t } from '@keydesk/shared/texts/en/counts';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Repeat, SearchX, Truck } from 'lucide-react';
import type { ReactNode } from 'react';
import { api, call, getErrorMessage } from '../../../lib/api.ts';
import { homeOf, storageLocationText, useDesks } from '../../../lib/campus.ts';
import { campusTimezone } from '../../../lib/format.ts';
import { invalidateAndRefetch } from '../../../lib/query-client.ts';
import { OnDutyButton } from '../../../ui/action-button.tsx';
import { Dotted } from '../../../ui/dotted.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { TitledCard } from '../../../ui/page.tsx';
import { useChange } from '../../../ui/use-change.ts';
import { KeyDetailsLink, KeyHolder, KeyStatusPill } from '../../keys/key-parts.tsx';
import { keysQuery, keysRoot, useRefetchKeys } from '../../keys/queries.ts';
import { CollectDialogs, useCollectAction } from '../desk/desk-collect.tsx';
import { useScan } from '../desk/use-scan.ts';
import { FoundKey, SayHere } from '../incidents/condition-notice.tsx';
import { countsRoot } from './count-query.ts';

type CountFindingsProps = { result: CountResult; onCountAgain: (countId: string) => void };

export function CountFindings({ result, onCountAgain }: CountFindingsProps) {
  const { count, scans, seen, missing, hereThoughOut, elsewhere, retired, unknown } = result;
  const flow = useScan();
  const renderCollect = useCollectAction(flow);
  const findings = [missing, hereThoughOut, elsewhere, retired].flat().length + unknown;
  const isClean = findings === 0;
  const byHand = scans.filter((scan) => scan.byHand).length;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Notice
        tone={isClean ? 'success' : 'warning'}
        icon={isClean ? <CircleCheck aria-hidden /> : <SearchX aria-hidden />}
      >
        {t(isClean ? 'seen-right' : 'seen-wrong', { count: seen, byHand })}
      </Notice>
      <Group
        {...missedWords(useCurrent(missing))}
        keys={missing}
        saysUnseen
        action={
          <div className="flex flex-wrap gap-2">
            <OnDutyButton variant="secondary" onClick={() => onCountAgain(count.id)}>
              <Repeat aria-hidden className="size-4.5" />
              {t('count-these-again')}
            </OnDutyButton>
            <ReportAll count={count} keys={missing} />
          </div>
        }
        renderAction={(item) => (
          <>
            <SayHere item={item} size="small" />
            <ReportMissing item={item} />
          </>
        )}
      />
      <Group
        title={t('here-title')}
        text={t('here-text')}
        keys={hereThoughOut}
        renderAction={(item) => (
          <>
            {renderCollect(item)}
            <FoundKey item={item} />
          </>
        )}
      />
      <Group
        title={t('elsewhere-title')}
        text={t('elsewhere-text')}
        keys={elsewhere}
        renderAction={(item) => <SendHome item={item} count={count} />}
      />
      {retired.length > 0 && (
        <TitledCard title={t('retired-title', { count: retired.length })}>
          <ul className="mt-2 divide-y divide-line">
            {retired.map((key) => (
              <li key={key.keyNumber + key.at} className="py-2.5 wrap-anywhere">
                {retiredKeyText(key, campusTimezone.get())}
              </li>
            ))}
          </ul>
        </TitledCard>
      )}
      {unknown > 0 && (
        <TitledCard title={t('unknown-tags')} text={t('replace-tags', { count: unknown })} />
      )}
      <CollectDialogs flow={flow} />
    </div>
  );
}

export function missedWords(keys: readonly Pick<Key, 'notSeenSince'>[]) {
  const unseen = keys.filter(({ notSeenSince }) => notSeenSince).length;
  if (unseen === keys.length) return { title: t('not-seen'), text: t('should-hang-here') };
  const text =
    unseen > 0
      ? t('others-seen-since', { unseen, others: keys.length - unseen })
      : t('all-seen-since');
  return { title: t('were-not-seen'), text };
}

type GroupProps = {
  title: string;
  text: string;
  keys: readonly Key[];
  action?: ReactNode;
  /** Its title says already which keys were not seen. */
  saysUnseen?: boolean;
  renderAction: (item: Key) => ReactNode;
};

function ReportAll({ count, keys }: { count: Count; keys: readonly Key[] }) {
  const current = useCurrent(keys);
  const reporting = useChange(() => call(api.reportUnseen, { params: { id: count.id } }), {
    failure: getErrorMessage,
    refetch: (client) => invalidateAndRefetch(client, { queryKey: keysRoot }),
  });
  const unseen = current.filter(isUnseen);
  if (unseen.length < 2) return null;
  return (
    <OnDutyButton
      variant="secondary"
      busy={reporting.isPending}
      onClick={() => !reporting.isPending && reporting.mutate()}
    >
      <SearchX aria-hidden className="size-4.5" />
      {t('report-all')}
    </OnDutyButton>
  );
}

function useCurrent(keys: readonly Key[]): Key[] {
  const { data } = useQuery(keysQuery);
  const now = new Map(data?.map((item) => [item._id, item]));
  return keys.map((found) => now.get(found._id) ?? found);
}

function Group({ title, text, keys, action, saysUnseen = false, renderAction }: GroupProps) {
  const current = useCurrent(keys);
  const desks = useDesks();
  if (keys.length === 0) return null;
  return (
    <TitledCard title={t('group', { title, count: keys.length })} text={text} action={action}>
      <ul className="mt-2 divide-y divide-line">
        {current.map((item) => {
          return (
            <li key={item._id} className="flex flex-wrap items-center gap-x-4 gap-y-1.5 py-2.5">
              <span className="min-w-0 flex-1 basis-40 text-xl wrap-anywhere">
                <KeyDetailsLink item={item} />
                <span className="block text-sm text-muted">
                  <Dotted>
                    {item.keyName}
                    {storageLocationText(item, desks)}
                  </Dotted>
                  {item.takenBy && (
                    <span className="block">
                      {' '}
                      <KeyHolder item={item} />
                    </span>
                  )}
                </span>
              </span>
              <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5 empty:hidden">
                {!(saysUnseen && isUnseen(item)) && <KeyStatusPill item={item} mine={false} />}
                {renderAction(item)}
              </div>
            </li>
          );
        })}
      </ul>
    </TitledCard>
  );
}

function ReportMissing({ item }: { item: Key }) {
  const body = { kind: unseenKind, note: t('not-seen-in-count') };
  const reporting = useChange(() => call(api.reportKey, { params: { id: item._id }, body }), {
    failure: getErrorMessage,
    refetch: useRefetchKeys(),
  });
  if (item.status !== 'available' || !item.isActive) return null;
  return (
    <OnDutyButton
      size="small"
      variant="secondary"
      aria-label={t('report-missing-of', item)}
      busy={reporting.isPending}
      onClick={() => !reporting.isPending && reporting.mutate()}
    >
      {t('report-missing')}
    </OnDutyButton>
  );
}

function SendHome({ item, count }: { item: Key; count: Count }) {
  const desks = useDesks();
  const home = desks && homeOf(item, desks);
  const sending = useChange(
    () => call(api.sendHome, { params: { id: count.id }, body: { keyId: item._id } }),
    {
      failure: getErrorMessage,
      refetch: (client) => invalidateAndRefetch(client, { queryKey: countsRoot }),
    },
  );
  const place = home && home.id !== count.desk?.id ? home.name : item.hook;
  return (
    <>
      {place && <span className="text-sm font-semibold">{t('belongs-at', { place })}</span>}
      {home && home.id !== count.desk?.id && item.awayDeskId !== count.desk?.id && (
        <OnDutyButton
          size="small"
          variant="secondary"
          aria-label={t('send-home-of', item)}
          busy={sending.isPending}
          onClick={() => !sending.isPending && sending.mutate()}
        >
          <Truck aria-hidden className="size-4.5" />
          {t('send-home')}
        </OnDutyButton>
      )}
    </>
  );
}
