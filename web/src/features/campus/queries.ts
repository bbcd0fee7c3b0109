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
import { keepPreviousData, queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, call, getErrorMessage } from '../../lib/api.ts';
import { loadCampus, setCampus } from '../../lib/campus.ts';
import { saveSeen } from '../../lib/stale.ts';
import { showError, showSuccess } from '../../ui/toast/show-toast.ts';

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
  return useMutation({
    mutationFn: saveEntry,
    onSuccess: ({ message, data }) => {
      setCampus(data);
      if (message) showSuccess(message);
    },
  });
}

/** Shows no message, because the list shows the result. */
export function useMoveEntry() {
  return useMutation({
    mutationFn: saveEntry,
    onSuccess: ({ data }) => setCampus(data),
    onError: (cause) => showError(getErrorMessage(cause)),
  });
}

export function useBringBack() {
  return useMutation({
    mutationFn: ({ list, codes }: { list: CampusList; codes: readonly string[] }) =>
      call(api.changeEntries, {
        params: { list },
        body: { entries: codes.map((code) => ({ code, retired: false })) },
      }),
    onSuccess: ({ data }) => setCampus(data),
    onError: (cause) => showError(getErrorMessage(cause)),
  });
}

export function useDeleteEntry() {
  return useMutation({
    mutationFn: ({ list, code }: { list: CampusList; code: string }) =>
      call(api.deleteEntry, { params: { list, code } }),
    onSuccess: ({ data }) => setCampus(data),
    onError: (cause) => showError(getErrorMessage(cause)),
  });
}

export function useEmptyLists() {
  return useMutation({
    mutationFn: () => call(api.deleteUnusedEntries, { params: { list: 'lists' } }),
    onSuccess: ({ message, data }) => {
      setCampus(data.campus);
      if (message) showSuccess(message);
    },
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

type DeskSaveInput = { desk: null; fields: NewDesk } | DeskChange;

type DeskChange = { desk: Desk; changes: DeskChanges };

export function useSaveDesk() {
  return useMutation({
    mutationFn: async (input: DeskSaveInput) => {
      const { message } = await saveDesk(input);
      await loadCampus();
      return message;
    },
    onSuccess: (message) => {
      if (message) showSuccess(message);
    },
  });
}

function saveDesk(input: DeskSaveInput) {
  if (input.desk === null) return call(api.addDesk, { body: input.fields });
  const { desk, changes } = input;
  return saveSeen(desk, changes, (version) =>
    call(api.changeDesk, { params: { id: desk.id }, body: { ...changes, version } }),
  );
}

export function useChangeDesk() {
  return useMutation({
    mutationFn: async (change: DeskChange) => {
      await saveDesk(change);
      await loadCampus();
    },
    onError: (cause) => showError(getErrorMessage(cause)),
  });
}
