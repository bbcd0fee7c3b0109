import {
  type Campus,
  type CampusList,
  campusLists,
  type Department,
  type Desk,
} from '@keydesk/shared/campus/campus';
import type {
  DeskChanges,
  EntryChanges,
  EntryUsage,
  NewDesk,
  NewEntry,
} from '@keydesk/shared/campus/routes';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, call, getErrorMessage } from '../../lib/api.ts';
import { loadCampus, setCampus } from '../../lib/campus.ts';
import { saveSeen } from '../../lib/stale.ts';
import { useChange } from '../../ui/use-change.ts';

export type Usage = Readonly<Record<CampusList, Readonly<Record<string, EntryUsage>>>>;

/** Reads the usage, and again after a new entry or head. Moves and deletions need no refetch. */
export function useUsage({ version, ...lists }: Campus): Usage | undefined {
  const heads = lists.departments.flatMap(({ code, headId }) =>
    headId ? [`${code} ${headId}`] : [],
  );
  const { data, refetch } = useQuery({
    queryKey: ['campus-usage', heads],
    queryFn: async ({ signal }) => (await call(api.campusUsage, { signal })).data,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const lacksEntry =
    data && campusLists.some((list) => lists[list].some(({ code }) => !data[list][code]));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another entry may come while it is read.
  useEffect(() => {
    if (lacksEntry) void refetch();
  }, [lacksEntry, version, refetch]);
  return data;
}

/** An entry of any list; only departments have the remaining fields. */
export type Entry = Pick<Department, 'code' | 'label' | 'position' | 'retired' | 'version'> &
  Partial<Department>;

export type EntrySaveInput = { list: CampusList } & (
  | { add: NewEntry }
  | { entry: Entry; changes: EntryChanges }
);

export function useSaveEntry() {
  return useChange(saveEntry, { onDone: ({ data }) => setCampus(data) });
}

/** The list shows the result, so no message does. */
const shownInList = {
  says: '',
  onDone: ({ data }: { data: Campus }) => setCampus(data),
  failure: getErrorMessage,
};

export function useMoveEntry() {
  return useChange(saveEntry, shownInList);
}

export function useBringBack() {
  return useChange(
    ({ list, codes }: { list: CampusList; codes: readonly string[] }) =>
      call(api.changeEntries, {
        params: { list },
        body: { entries: codes.map((code) => ({ code, retired: false })) },
      }),
    shownInList,
  );
}

export function useDeleteEntry() {
  return useChange(
    (params: { list: CampusList; code: string }) => call(api.deleteEntry, { params }),
    shownInList,
  );
}

export function useEmptyLists() {
  return useChange(() => call(api.deleteUnusedEntries, { params: { list: 'lists' } }), {
    onDone: ({ data }) => setCampus(data.campus),
  });
}

const routes = {
  departments: { add: api.addDepartment, change: api.changeDepartment },
  blocks: { add: api.addBlock, change: api.changeBlock },
  categories: { add: api.addCategory, change: api.changeCategory },
} as const;

function saveEntry(input: EntrySaveInput) {
  const { add, change } = routes[input.list];
  if ('add' in input) return call(add, { body: input.add });
  const { entry, changes } = input;
  return saveSeen(entry, changes, (version) =>
    call(change, { params: { code: entry.code }, body: { ...changes, version } }),
  );
}

/** How many keys belong to each desk, by id; a desk added later counts as empty. */
export const deskUsageQuery = queryOptions({
  queryKey: ['desk-usage'],
  queryFn: async ({ signal }) => {
    const { data } = await call(api.listDesks, { signal });
    return new Map(data.desks.map(({ id, keys }) => [id, keys]));
  },
});

type DeskSaveInput = { desk: null; fields: NewDesk } | { desk: Desk; changes: DeskChanges };

export function useSaveDesk() {
  return useChange(saveDesk);
}

/** The list shows the result, so no message does. */
export function useChangeDesk() {
  return useChange(saveDesk, { says: '', failure: getErrorMessage });
}

/** Resolves once the page knows the desks as they are now. */
async function saveDesk(input: DeskSaveInput) {
  const answer = await sendDesk(input);
  await loadCampus();
  return answer;
}

function sendDesk(input: DeskSaveInput) {
  if (input.desk === null) return call(api.addDesk, { body: input.fields });
  const { desk, changes } = input;
  return saveSeen(desk, changes, (version) =>
    call(api.changeDesk, { params: { id: desk.id }, body: { ...changes, version } }),
  );
}
