import { type CampusList, entryNames } from '@keydesk/shared/campus/campus';
import type { EntryUsage } from '@keydesk/shared/campus/routes';
import { Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { getErrorMessage } from '../../lib/api.ts';
import { Button } from '../../ui/button.tsx';
import { showError } from '../../ui/toast/show-toast.ts';
import { EntryRow, RetiredRow } from './entry-row.tsx';
import { type Entry, useMoveEntry, useSaveEntry } from './queries.ts';
import { useMoveFocus } from './row-actions.tsx';

type EntryListProps = {
  list: CampusList;
  title: string;
  entries: readonly Entry[];
  /** By code; undefined while it loads. */
  usage: Readonly<Record<string, EntryUsage>> | undefined;
  onAdd: () => void;
  onEdit: (entry: Entry) => void;
};

/** One list of the campus in its order, with what is retired below. */
export function EntryList({ list, title, entries, usage, onAdd, onEdit }: EntryListProps) {
  const headingId = useId();
  const offered = entries.filter(({ retired }) => !retired);
  const retired = entries.filter((entry) => entry.retired);
  const { frame, announcement, move } = useMoves(list, offered);
  const save = useSaveEntry();
  const setRetired = ({ code }: Entry, isRetired: boolean) =>
    save.mutate(
      { list, code, changes: { retired: isRetired } },
      { onError: (cause) => showError(getErrorMessage(cause)) },
    );
  return (
    <section ref={frame} aria-labelledby={headingId} className="card">
      <header className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 px-5 pt-4 pb-3">
        <h2 id={headingId} className="text-lg font-semibold">
          {title}
        </h2>
        <Button variant="secondary" size="small" onClick={onAdd}>
          <Plus aria-hidden className="size-4" />
          Add {entryNames[list]}
        </Button>
      </header>
      <ol aria-labelledby={headingId} className="divide-y divide-line border-t border-line">
        {offered.map((entry, at) => (
          <EntryRow
            key={entry.code}
            name={entryNames[list]}
            entry={entry}
            usage={usage?.[entry.code]}
            isFirst={at === 0}
            isLast={at === offered.length - 1}
            onMove={(by) => move(entry, by)}
            onEdit={() => onEdit(entry)}
            onRetire={() => setRetired(entry, true)}
          />
        ))}
      </ol>
      {retired.length > 0 && (
        <>
          <h3 className="border-t border-line px-5 pt-4 pb-2 text-sm font-semibold text-muted">
            Retired
          </h3>
          <ul className="divide-y divide-line border-t border-line">
            {retired.map((entry) => (
              <RetiredRow
                key={entry.code}
                name={entryNames[list]}
                entry={entry}
                usage={usage?.[entry.code]}
                onBringBack={() => setRetired(entry, false)}
              />
            ))}
          </ul>
        </>
      )}
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </section>
  );
}

/** Moves entries by one place; the button that was pressed keeps the focus, and the place is said. */
function useMoves(list: CampusList, offered: readonly Entry[]) {
  const { frame, keepFocus } = useMoveFocus(offered);
  const [announcement, setAnnouncement] = useState('');
  const moving = useMoveEntry();
  const move = (entry: Entry, by: -1 | 1) => {
    const place = offered.indexOf(entry) + by;
    const other = offered[place];
    if (!other || moving.isPending) return;
    moving.mutate(
      { list, code: entry.code, changes: { position: other.position } },
      {
        onSuccess: () => {
          keepFocus(entry.code, by);
          setAnnouncement(`${entry.label} is now ${place + 1} of ${offered.length}`);
        },
      },
    );
  };
  return { frame, announcement, move };
}
