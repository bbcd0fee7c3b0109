import { type CampusList, entryNames } from '@keydesk/shared/campus/campus';
import type { EntryUsage } from '@keydesk/shared/campus/routes';
import { useId, useRef } from 'react';
import { useLastNonNull } from '../../lib/hooks.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
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
  const formId = useId();
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
    <Dialog
      open={subject !== null}
      onClose={close}
      popup={{ initialFocus: firstField }}
      title={[verb, name, shown?.entry?.code].filter(Boolean).join(' ')}
      actions={
        <>
          <Button variant="secondary" onClick={close}>
            Cancel
          </Button>
          <ActionButton type="submit" form={formId} busy={save.isPending}>
            {shown?.entry ? 'Save Changes' : `Add ${name}`}
          </ActionButton>
        </>
      }
    >
      {shown && (
        <EntryForm
          key={`${shown.list} ${shown.entry?.code ?? ''}`}
          {...shown}
          formId={formId}
          firstField={firstField}
          headName={shown.entry ? usage?.[shown.list][shown.entry.code]?.headName : undefined}
          onSave={save.mutate}
          onUnchanged={close}
          failure={save.error}
        />
      )}
    </Dialog>
  );
}
