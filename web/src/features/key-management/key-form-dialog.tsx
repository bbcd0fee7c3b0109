import type { Key } from '@keydesk/shared/keys/key';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { api, call } from '../../lib/api.ts';
import { useLastNonNull } from '../../lib/hooks.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { KeyNumber } from '../../ui/key-number.tsx';
import { KeyForm } from './key-form.tsx';
import { useSaveKey } from './mutations.ts';

/** What the form is open for: a new key, or one to edit. */
export type KeyFormSubject = { item: Key | null };

type KeyFormDialogProps = {
  /** Null closes the dialog. */
  subject: KeyFormSubject | null;
  /** That of a new key; empty for the usual one. */
  department?: string;
  onClose: () => void;
  onSaved: () => void;
};

/** Adds a key, or edits one. */
export function KeyFormDialog(props: KeyFormDialogProps) {
  const { subject, department = '', onClose, onSaved } = props;
  const firstField = useRef<HTMLInputElement>(null);
  const shown = useLastNonNull(subject);
  const choosesTagCheck = useChoosesTagCheck(subject !== null);
  const close = () => {
    save.reset();
    onClose();
  };
  const save = useSaveKey(() => {
    close();
    onSaved();
  });
  return (
    <FormDialog
      open={subject !== null}
      onClose={close}
      initialFocus={firstField}
      title={
        shown?.item ? (
          <>
            Edit Key <KeyNumber number={shown.item.keyNumber} />
          </>
        ) : (
          'Add Key'
        )
      }
      submitLabel={shown?.item ? 'Save Changes' : 'Add Key'}
      busy={save.isPending}
    >
      {(formId) =>
        shown && (
          <KeyForm
            key={shown.item?._id ?? 'new'}
            formId={formId}
            firstField={firstField}
            item={shown.item}
            department={department}
            choosesTagCheck={choosesTagCheck}
            onSave={save.mutate}
            onUnchanged={close}
            failure={save.error}
          />
        )
      }
    </FormDialog>
  );
}

/** Whether the settings have the desk scan the tags of chosen keys; asked each time the form opens. */
function useChoosesTagCheck(open: boolean): boolean {
  const { data } = useQuery({
    queryKey: ['security-settings', 'tag-check'],
    queryFn: async ({ signal }) =>
      (await call(api.getSecuritySettings, { signal })).data.desk?.tagCheck ?? 'off',
    enabled: open,
    staleTime: 0,
  });
  return data === 'keys';
}
