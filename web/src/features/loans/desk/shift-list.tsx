import { localDay } from '@keydesk/shared/due/calendar';
import type { LoggedHandover } from '@keydesk/shared/loans/loan';
import { t as actionText } from '@keydesk/shared/texts/en/actions';
import { t as deskText } from '@keydesk/shared/texts/en/desk';
import { t } from '@keydesk/shared/texts/en/handovers';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, call, callForResponse } from '../../../lib/api.ts';
import { saveFile } from '../../../lib/browser.ts';
import { serverNow } from '../../../lib/clock.ts';
import { campusTimezone, fromDateTimeField, toDateTimeField } from '../../../lib/format.ts';
import { useDeskComputer } from '../../../lib/session.ts';
import { isSame } from '../../../lib/stale.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { DownloadButton } from '../../../ui/download-button.tsx';
import { SelectField, TextField } from '../../../ui/fields.tsx';
import { SegmentedFilter } from '../../../ui/filters.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { LoadMore, QueryState } from '../../../ui/query-state.tsx';
import { LogEntryItem, logEntryKey, toLogEntries } from './handover-log.tsx';
import { shiftQuery } from './shift.ts';

type Shift = { from: string; to: string; guard: string };

const pageSize = 50;

export function ShiftList({ onClose }: { onClose: () => void }) {
  const own = useOwnShift();
  const last = useLastShift();
  const [shift, setShift] = useState(own);
  const change = (part: Partial<Shift>) => setShift({ ...shift, ...part });
  const list = useShift(shift);
  const handovers = list.data?.pages.flatMap((page) => page.handovers);
  const guards = useSeenGuards(handovers, last?.guard);
  const download = async () =>
    saveFile(
      await callForResponse(api.exportHandovers, { query: toQuery(shift) }),
      'handovers.csv',
    );
  return (
    <Dialog
      open
      onClose={onClose}
      wide
      long
      title={deskText('shift-list')}
      actions={
        <DownloadButton variant="secondary" download={download}>
          {actionText('download-csv')}
        </DownloadButton>
      }
    >
      {last && (
        <div className="mb-3">
          <SegmentedFilter
            label={t('shift')}
            options={[
              { value: 'own', label: t('this-shift') },
              { value: 'last', label: t('last-shift') },
            ]}
            value={isSame(shift, own) ? 'own' : isSame(shift, last.shift) ? 'last' : null}
            onChange={(which) => setShift(which === 'last' ? last.shift : own)}
          />
        </div>
      )}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,14rem),1fr))] gap-3">
        <TextField
          label={t('from')}
          type="datetime-local"
          value={shift.from}
          onChange={(event) => change({ from: event.target.value })}
        />
        <TextField
          label={t('to')}
          type="datetime-local"
          value={shift.to}
          onChange={(event) => change({ to: event.target.value })}
        />
        <SelectField
          label={t('guard')}
          value={shift.guard}
          onChange={(guard) => change({ guard })}
          options={[
            { value: 'all', label: t('all-guards') },
            ...guards.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      </div>
      {handovers?.length === 0 && <p className="py-6 text-muted">{t('none-in-time')}</p>}
      {handovers && handovers.length > 0 && (
        <ul aria-label={t('handovers')} className="mt-3 divide-y divide-line">
          {toLogEntries(handovers).map((entry) => (
            <LogEntryItem key={logEntryKey(entry)} entry={entry} />
          ))}
        </ul>
      )}
      <QueryState query={list} loading={<Skeleton className="mt-4 h-24" />} />
      <LoadMore list={list} wide>
        {actionText('show-more')}
      </LoadMore>
    </Dialog>
  );
}

/** The current shift on an enrolled computer; elsewhere today, by every guard. */
function useOwnShift(): Shift {
  const duty = useDeskComputer()?.duty;
  const from = duty
    ? toDateTimeField(Date.parse(duty.begunAt))
    : `${localDay(new Date(serverNow()), { timezone: campusTimezone.get() })}T00:00`;
  return { from, to: '', guard: duty?.guard.id ?? 'all' };
}

function useLastShift() {
  const { data } = useQuery(shiftQuery(useDeskComputer()?.duty?.id));
  if (!data?.lastDuty) return null;
  const { guard, from, to } = data.lastDuty;
  const shift: Shift = {
    from: toDateTimeField(Date.parse(from)),
    // The fields have no seconds; rounding up keeps the last minute in the list.
    to: toDateTimeField(Date.parse(to) + 60_000),
    guard: guard.id,
  };
  return { guard, shift };
}

function useShift(shift: Shift) {
  return useInfiniteQuery({
    queryKey: ['desk', 'handovers', 'shift', shift],
    queryFn: async ({ pageParam, signal }) =>
      (
        await call(api.listHandovers, {
          query: { ...toQuery(shift), limit: pageSize, ...(pageParam && { before: pageParam }) },
          signal,
        })
      ).data,
    initialPageParam: '',
    getNextPageParam: ({ hasMore, handovers }) => (hasMore ? handovers.at(-1)?.at : undefined),
  });
}

/** Offers only guards who were in a list, so that no other names are loaded. */
function useSeenGuards(
  handovers: readonly LoggedHandover[] = [],
  last: LoggedHandover['guard'] | undefined,
) {
  const own = useDeskComputer()?.duty?.guard;
  const [seen, setSeen] = useState(() => new Map(own ? [[own.id, own.name]] : []));
  const guards = [...handovers.map(({ guard }) => guard), ...(last ? [last] : [])];
  const unseen = guards.filter(({ id }) => !seen.has(id));
  if (unseen.length > 0)
    setSeen(new Map([...seen, ...unseen.map(({ id, name }) => [id, name] as const)]));
  return [...seen].map(([id, name]) => ({ id, name }));
}

function toQuery({ from, to, guard }: Shift) {
  return {
    ...(from && { from: fromDateTimeField(from) }),
    ...(to && { to: fromDateTimeField(to) }),
    ...(guard !== 'all' && { guard }),
  };
}
