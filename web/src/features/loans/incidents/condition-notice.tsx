import { isGone, isOffItsHook, resolutionBy } from '@keydesk/shared/keys/incident-kinds';
import { isUnseen, type Key } from '@keydesk/shared/keys/key';
import { t } from '@keydesk/shared/texts/en/incidents';
import { t as keyText } from '@keydesk/shared/texts/en/keys';
import { EyeOff, SearchX } from 'lucide-react';
import { api, call, getErrorMessage } from '../../../lib/api.ts';
import { serverNow } from '../../../lib/clock.ts';
import { formatDay } from '../../../lib/format.ts';
import { invalidateAndRefetch } from '../../../lib/query-client.ts';
import { OnDutyButton } from '../../../ui/action-button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useChange } from '../../../ui/use-change.ts';
import { notSeenText } from '../../keys/key-parts.tsx';
import { keysRoot } from '../../keys/queries.ts';

/** What is reported about a key at the desk. Empty for a key without a report. */
export function ConditionNotice({ item }: { item: Key }) {
  const { condition, reportedAt } = item;
  if (!condition) return null;
  return (
    <Notice tone="warning" icon={<SearchX aria-hidden />}>
      {t('was-reported', {
        condition,
        dated: reportedAt ? 'yes' : 'no',
        day: reportedAt ? formatDay(Date.parse(reportedAt), serverNow()) : '',
        gone: isGone(condition) ? 'yes' : 'no',
      })}
    </Notice>
  );
}

export function NotSeenNotice({ item }: { item: Key }) {
  return (
    item.status === 'available' &&
    item.notSeenSince && <NotSeen item={item} since={item.notSeenSince} />
  );
}

function NotSeen({ item, since }: { item: Key; since: string }) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <NotSeenText since={since} className="min-w-0 flex-1 basis-56" />
      <SayHere item={item} />
    </div>
  );
}

type NotSeenTextProps = { since: string; isHandedOver?: boolean; className?: string };

export function NotSeenText({ since, isHandedOver = false, className = '' }: NotSeenTextProps) {
  const text = isHandedOver ? 'count-had-not-found' : 'count-did-not-find';
  return (
    <Notice tone="warning" icon={<EyeOff aria-hidden />} className={className}>
      {t(text, { notSeen: notSeenText(since) })}
    </Notice>
  );
}

type SayHereProps = { item: Key; size?: 'small' | 'medium' };

export function SayHere({ item, size = 'medium' }: SayHereProps) {
  const saying = useChange(() => call(api.sayHere, { params: { id: item._id } }), {
    failure: getErrorMessage,
    refetch: (client) => invalidateAndRefetch(client, { queryKey: keysRoot }),
  });
  if (!isUnseen(item)) return null;
  return (
    <OnDutyButton
      variant="secondary"
      size={size}
      aria-label={keyText('it-is-here-of', item)}
      busy={saying.isPending}
      onClick={() => !saying.isPending && saying.mutate()}
    >
      {keyText('it-is-here')}
    </OnDutyButton>
  );
}

type FoundKeyProps = { item: Key; variant?: 'primary' | 'secondary' };

export function FoundKey({ item, variant = 'secondary' }: FoundKeyProps) {
  const finding = useChange(
    async () => {
      const { data } = await call(api.incidentsOfKey, { params: { id: item._id } });
      const open = data.incidents.find(({ resolvedAt }) => resolvedAt === null);
      const body = { resolution: resolutionBy.return };
      return open ? call(api.resolveIncident, { params: { id: open.id }, body }) : {};
    },
    { says: t('is-found', item), failure: getErrorMessage },
  );
  if (!isOffItsHook(item.condition)) return null;
  return (
    <OnDutyButton
      variant={variant}
      size={variant === 'primary' ? 'large' : 'small'}
      busy={finding.isPending}
      onClick={() => finding.mutate()}
    >
      {t('found')}
    </OnDutyButton>
  );
}
