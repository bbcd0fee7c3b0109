import { minuteMs } from '@keydesk/shared/core/dates';
import { compareNumbers } from '@keydesk/shared/core/formats';
import type { KeyEvent } from '@keydesk/shared/events';
import { cabinetOf } from '@keydesk/shared/keys/key-place';
import { countScopes } from '@keydesk/shared/loans/count-scopes';
import type { Count, CountResult } from '@keydesk/shared/loans/counts';
import { t } from '@keydesk/shared/texts/en/counts';
import { queryOptions } from '@tanstack/react-query';
import { api, call } from '../../../lib/api.ts';
import { untilText } from '../../../lib/due.ts';

/** Root key of all queries that show counts. */
export const countsRoot = ['counts'];

export const countsQuery = queryOptions({
  queryKey: [...countsRoot, 'latest'],
  queryFn: async ({ signal }) => (await call(api.listCounts, { signal })).data.counts,
  meta: { staleOn: { count: () => true } },
});

export function countQuery(id: string) {
  return queryOptions({
    queryKey: [...countsRoot, id],
    queryFn: async ({ signal }) => (await call(api.countResult, { params: { id }, signal })).data,
    // An event from another counter may be lost.
    refetchInterval: ({ state: { data } }) => (data && isOpen(data.count) ? minuteMs : false),
    meta: {
      staleOn: {
        count: (countId: string) => countId === id,
        // A handover that is undone may leave a key unseen that the count had excused.
        key: ({ key }: KeyEvent, answer: unknown) => isFindingOf(key._id, answer),
      },
    },
  });
}

function isFindingOf(keyId: string, answer: unknown): boolean {
  const result = answer as CountResult | undefined;
  return !!result && !isOpen(result.count) && result.keyIds.includes(keyId);
}

export function isOpen({ closedAt, abandonedAt }: Count): boolean {
  return closedAt === null && abandonedAt === null;
}

/** 'Ramesh Gurung has been counting this since 00:09.' */
export function openCountText({ begunBy, begunAt }: Count): string {
  return t('counting-since', { name: begunBy.name, since: untilText(begunAt) });
}

/** What is counted: 'High-security keys · North Desk'. */
export function countTitle({ scope, cabinet, desk }: Count): string {
  return [cabinet ?? t(countScopes[scope].label), desk?.name].filter(Boolean).join(' · ');
}

export function cabinetsOf(hooks: readonly (string | null | undefined)[]): string[] {
  const cabinets = new Set(hooks.flatMap((hook) => cabinetOf(hook) ?? []));
  return [...cabinets].toSorted(compareNumbers);
}
