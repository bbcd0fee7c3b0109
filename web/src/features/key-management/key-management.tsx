import { Plus } from 'lucide-react';
import { type ComponentProps, useCallback, useDeferredValue, useMemo, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { nothingNarrowed } from './filter-keys.ts';
import { FoundKeys } from './found-keys.tsx';
import { KeyFilters } from './key-filters.tsx';
import type { KeyFormSubject } from './key-form-dialog.tsx';

type KeyManagementProps = Pick<
  ComponentProps<typeof FoundKeys>,
  'keys' | 'error' | 'onRetry' | 'onChanged' | 'renderTools'
>;

/** Manage Keys: find, add, edit, mark and delete. */
export const KeyManagement = (props: KeyManagementProps) => {
  const [narrowing, setNarrowing] = useState(nothingNarrowed);
  const [form, setForm] = useState<KeyFormSubject | null>(null);
  const showAll = useCallback(() => setNarrowing(nothingNarrowed), []);
  const addKey = useMemo(
    () => (
      <Button onClick={() => setForm({ item: null })}>
        <Plus aria-hidden className="size-5" />
        Add Key
      </Button>
    ),
    [],
  );
  return (
    <>
      <PageHeader title="Manage Keys" action={addKey} />
      <KeyFilters value={narrowing} onChange={setNarrowing} />
      <FoundKeys
        {...props}
        narrowing={useDeferredValue(narrowing)}
        onShowAll={showAll}
        addKey={addKey}
        form={form}
        onForm={setForm}
      />
    </>
  );
};
