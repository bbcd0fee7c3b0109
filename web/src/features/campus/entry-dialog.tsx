import { type CampusList, entryNames } from '@keydesk/shared/campus/campus';
import type { EntryUsage } from '@keydesk/shared/campus/routes';
import { useRef } from 'react';
import { useLastNonNull } from '../../lib/hooks.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { EntryForm } from './entry-form.tsx';
import { type Entry, useSaveEntry } from './queries.ts';

/** What the form is open for: a new entry of this list, or one to edit. */
export type EntryFormSubject = { list: CampusList; entry: Entry | null };

type EntryDialogProps = {
  /** Null closes the dialog. */
  subject: EntryFormSubject | null;
  usage: Readonly<Record<CampusList, Record<string, EntryUsage>>> | undefined;
  onClose: () => void;
};

/** Adds an entry to a list, or edits one. */
export function EntryDialog({ subject, usage, onClose }: EntryDialogProps) {
  const firstField = useRef<HTMLInputElement>(null);
  const shown = useLastNonNull(subject);
  const close = () => {
    save.reset();
    onClose();
  };
  const save = useSaveEntry(close);
  const name = shown ? entryNames[shown.list] : '';
  const verb = shown?.entry ? 'Edit' : 'Add';
  return (
    <FormDialog
      open={subject !== null}
      onClose={close}
      initialFocus={firstField}
      title={[verb, name, shown?.entry?.code].filter(Boolean).join(' ')}
      submitLabel={shown?.entry ? 'Save Changes' : `Add ${name}`}
      busy={save.isPending}
      failure={save.error}
    >
      {(formId) =>
        shown && (
          <EntryForm
            key={`${shown.list} ${shown.entry?.code ?? ''}`}
            {...shown}
            formId={formId}
            firstField={firstField}
            headName={shown.entry ? usage?.[shown.list][shown.entry.code]?.headName : undefined}
            onSave={save.mutate}
            onUnchanged={close}
          />
        )
      }
    </FormDialog>
  );
}
