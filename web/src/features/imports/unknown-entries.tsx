import { campusLists, entryNames } from '@keydesk/shared/campus/campus';
import type { NamedEntry } from '@keydesk/shared/imports/routes';
import { School } from 'lucide-react';
import { ActionButton } from '../../ui/action-button.tsx';
import { Notice } from '../../ui/notice.tsx';

type UnknownEntriesProps = { entries: readonly NamedEntry[]; onCreate: () => void };

/** What a file names and the campus does not have, and the offer to create it with the import. */
export function UnknownEntries({ entries, onCreate }: UnknownEntriesProps) {
  if (entries.length === 0) return null;
  return (
    <Notice tone="info" icon={<School aria-hidden />}>
      <p>
        The campus does not have {namesOf(entries)}. Nothing is created before you apply the import.
      </p>
      <ActionButton variant="secondary" size="small" onClick={onCreate} className="mt-2">
        {entries.length === 1 ? 'Create it' : `Create all ${entries.length}`}
      </ActionButton>
    </Notice>
  );
}

/** Entries by list: 'the departments HIST, LAW and the block Z'. */
export function namesOf(entries: readonly NamedEntry[]): string {
  const groups = campusLists.flatMap((list) => {
    const codes = entries.flatMap((entry) => (entry.list === list ? [entry.code] : []));
    if (codes.length === 0) return [];
    return [`the ${codes.length === 1 ? entryNames[list] : list} ${codes.join(', ')}`];
  });
  return new Intl.ListFormat('en').format(groups);
}
