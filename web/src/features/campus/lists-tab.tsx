import { type Campus, type CampusList, campusLists } from '@keydesk/shared/campus/campus';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useHasOpened } from '../../lib/hooks.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import type { EntryFormSubject } from './entry-dialog.tsx';
import { EntryList } from './entry-list.tsx';
import { usageQuery } from './queries.ts';

const EntryDialog = lazyComponent(() =>
  import('./entry-dialog.tsx').then((module) => module.EntryDialog),
);

/** Departments, blocks and categories, each in the order in which they are offered. */
export function ListsTab({ campus }: { campus: Campus }) {
  const usage = useQuery(usageQuery(campus.version)).data;
  const [form, setForm] = useState<EntryFormSubject | null>(null);
  const formOpened = useHasOpened(form !== null);
  return (
    <div className="grid items-start gap-4 xl:grid-cols-2">
      {campusLists.map((list) => (
        <EntryList
          key={list}
          list={list}
          title={titles[list]}
          entries={campus[list]}
          usage={usage?.[list]}
          onAdd={() => setForm({ list, entry: null })}
          onEdit={(entry) => setForm({ list, entry })}
        />
      ))}
      {formOpened && <EntryDialog subject={form} usage={usage} onClose={() => setForm(null)} />}
    </div>
  );
}

const titles: Record<CampusList, string> = {
  departments: 'Departments',
  blocks: 'Blocks',
  categories: 'Categories',
};
