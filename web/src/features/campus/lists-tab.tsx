import { type Campus, type CampusList, campusLists } from '@keydesk/shared/campus/campus';
import type { EntryUsage } from '@keydesk/shared/campus/routes';
import { namesText } from '@keydesk/shared/core/formats';
import { isSameName } from '@keydesk/shared/core/text';
import { t } from '@keydesk/shared/texts/en/campus';
import { t as pageText } from '@keydesk/shared/texts/en/settings-pages';
import { Plus, School } from 'lucide-react';
import { useId, useState } from 'react';
import { getErrorMessage } from '../../lib/api.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import { lazyDialog } from '../../ui/lazy-component.tsx';
import { RowName } from '../../ui/menu.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { showError } from '../../ui/toast/show-toast.ts';
import type { EntryFormSubject } from './entry-dialogs.tsx';
import {
  type Entry,
  type Usage,
  useBringBack,
  useDeleteEntry,
  useEmptyLists,
  useMoveEntry,
  useSaveEntry,
  useUsage,
} from './queries.ts';
import { RowActions, type RowActionsProps, useMoveFocus } from './row-actions.tsx';

const EntryDialog = lazyDialog(() => import('./entry-dialogs.tsx'), 'EntryDialog');

export function ListsTab({ campus }: { campus: Campus }) {
  const usage = useUsage(campus);
  const [shown, setShown] = useState<string>('departments');
  const [form, setForm] = useState<EntryFormSubject | null>(null);
  return (
    <>
      {usage && <EmptyLists usage={usage} />}
      <Tabs
        label={pageText('lists')}
        value={shown}
        onChange={setShown}
        tabs={campusLists.map((list) => ({
          value: list,
          label: t('title', { list }),
          count: campus[list].filter(({ retired }) => !retired).length,
          content: (
            <EntryList
              list={list}
              entries={campus[list]}
              usage={usage?.[list]}
              onAdd={() => setForm({ list, entry: null })}
              onEdit={(entry) => setForm({ list, entry })}
            />
          ),
        }))}
      />
      <EntryDialog subject={form} usage={usage} onClose={() => setForm(null)} />
    </>
  );
}

/** Offers to delete the default entries while the campus has no keys. */
function EmptyLists({ usage }: { usage: Usage }) {
  const [asking, setAsking] = useState(false);
  const emptying = useEmptyLists();
  const entries = campusLists.flatMap((list) => Object.values(usage[list]));
  const unused = entries.filter(({ keys, people }) => keys + people === 0).length;
  const close = () => {
    emptying.reset();
    setAsking(false);
  };
  const isNew = unused > 0 && entries.every(({ keys }) => keys === 0);
  return (
    <>
      {isNew && (
        <Notice tone="info" icon={<School aria-hidden />} className="mb-4">
          <p>{t('lists-are-examples')}</p>
          <Button variant="secondary" size="small" onClick={() => setAsking(true)} className="mt-2">
            {t('start-with-empty-lists')}
          </Button>
        </Notice>
      )}
      <ConfirmDialog
        open={asking}
        title={t('start-with-empty-lists')}
        busy={emptying.isPending}
        failure={emptying.error}
        onConfirm={() => emptying.mutate(undefined, { onSuccess: close })}
        onClose={close}
      >
        <p>{t('unused-deleted', { count: unused })}</p>
      </ConfirmDialog>
    </>
  );
}

type EntryListProps = {
  list: CampusList;
  entries: readonly Entry[];
  /** By code; undefined while loading. */
  usage: Readonly<Record<string, EntryUsage>> | undefined;
  onAdd: () => void;
  onEdit: (entry: Entry) => void;
};

function EntryList({ list, entries, usage, onAdd, onEdit }: EntryListProps) {
  const headingId = useId();
  const offered = entries.filter(({ retired }) => !retired);
  const retired = entries.filter((entry) => entry.retired);
  const { frame, announcement, move } = useMoves(list, offered);
  const save = useSaveEntry();
  const deleting = useDeleteEntry();
  const bringingBack = useBringBack();
  const setRetired = (entry: Entry, isRetired: boolean) =>
    save.mutate(
      { list, entry, changes: { retired: isRetired } },
      { onError: (cause) => showError(getErrorMessage(cause)) },
    );
  const rowOf = (entry: Entry) => (
    <EntryRow
      key={entry.code}
      list={list}
      entry={entry}
      usage={usage?.[entry.code]}
      usedBy={departmentsFor(entry, entries)}
      isFirst={entry === offered[0]}
      isLast={entry === offered.at(-1)}
      onMove={(by) => move(entry, by)}
      onEdit={() => onEdit(entry)}
      onRetire={() => setRetired(entry, !entry.retired)}
      onDelete={
        isUnused(usage?.[entry.code]) && departmentsFor(entry, entries).length === 0
          ? () => deleting.mutate({ list, code: entry.code })
          : undefined
      }
    />
  );
  return (
    <section ref={frame} aria-labelledby={headingId}>
      <header className="mb-1 flex flex-wrap items-center justify-between gap-x-3">
        <h2 id={headingId} className="font-semibold">
          {t('title', { list })}
        </h2>
        <Button variant="quiet" onClick={onAdd} className="-me-4">
          <Plus aria-hidden className="size-4.5" />
          {t('add-entry', { list })}
        </Button>
      </header>
      <ol aria-labelledby={headingId} className="divide-y divide-line card">
        {offered.map(rowOf)}
        {entries.length === 0 && (
          <li className="px-4 py-3 text-sm text-muted">{t('no-entries')}</li>
        )}
      </ol>
      {retired.length > 0 && (
        <>
          <div className="mt-4 flex min-h-11 items-center justify-between">
            <h3 className="font-semibold">{t('retired')}</h3>
            {retired.length > 1 && (
              <ActionButton
                variant="quiet"
                size="small"
                aria-label={t('bring-back-all-of', { list })}
                onClick={() =>
                  bringingBack.mutate({ list, codes: retired.map(({ code }) => code) })
                }
              >
                {t('bring-back-all')}
              </ActionButton>
            )}
          </div>
          <ul className="divide-y divide-line card">{retired.map(rowOf)}</ul>
        </>
      )}
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </section>
  );
}

/** The row's menu keeps the focus, and the new place is announced. */
function useMoves(list: CampusList, offered: readonly Entry[]) {
  const { frame, keepFocus } = useMoveFocus(offered);
  const [announcement, setAnnouncement] = useState('');
  const moving = useMoveEntry();
  const move = (entry: Entry, by: -1 | 1) => {
    const place = offered.indexOf(entry) + by;
    const other = offered[place];
    if (!other || moving.isPending) return;
    moving.mutate(
      { list, entry, changes: { position: other.position } },
      {
        onSuccess: () => {
          keepFocus(entry.code);
          setAnnouncement(
            t('is-now-at', { label: entry.label, place: place + 1, count: offered.length }),
          );
        },
      },
    );
  };
  return { frame, announcement, move };
}

type EntryRowProps = RowActionsProps & {
  list: CampusList;
  entry: Entry;
  /** Undefined while loading. */
  usage: EntryUsage | undefined;
  /** Names of departments whose people register with this one. */
  usedBy: readonly string[];
};

function EntryRow({ list, entry, usage, usedBy, ...actions }: EntryRowProps) {
  const { code, label, retired } = entry;
  const title = (
    <>
      {label}
      {!isSameName(label, code) && <span className="font-normal text-muted"> {code}</span>}
    </>
  );
  return (
    <li
      data-row={code}
      className="group relative flex min-h-11 items-center gap-x-3 pe-1 ps-4 hover:bg-sunken/50"
    >
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 text-sm">
        <p className="min-w-0 flex-1 basis-44 wrap-anywhere">
          {retired ? (
            title
          ) : (
            <RowName name={label} onEdit={actions.onEdit}>
              {title}
            </RowName>
          )}
        </p>
        <p className="text-muted wrap-anywhere max-sm:pb-2">
          <Dotted>
            {purposeText(entry)}
            {usage?.headName && t('head-is', { headName: usage.headName })}
            {usage && usageText(usage, usedBy)}
          </Dotted>
        </p>
      </div>
      <RowActions title={label} retired={retired} {...actions} />
    </li>
  );
}

function isUnused(usage: EntryUsage | undefined): boolean {
  return usage?.keys === 0 && usage.people === 0;
}

function departmentsFor({ code }: Entry, entries: readonly Entry[]): string[] {
  return entries.flatMap((other) => (other.peopleCode === code ? [other.label] : []));
}

/** 'AI & Machine Learning, 24 keys, 31 people', or that nothing uses it. */
export function usageText({ keys, people }: EntryUsage, usedBy: readonly string[] = []): string {
  const uses = [
    ...usedBy,
    ...(keys > 0 ? [t('keys', { count: keys })] : []),
    ...(people > 0 ? [t('people', { count: people })] : []),
  ];
  return uses.length > 0 ? namesText(uses) : t('not-used');
}

/** The purpose of a department that is not for both keys and people; '' for other entries. */
export function purposeText({ registers, lends }: Entry): string {
  if (registers === undefined || registers === lends)
    return registers === false ? t('for-nothing') : '';
  return registers ? t('for-people-only') : t('for-keys-only');
}
