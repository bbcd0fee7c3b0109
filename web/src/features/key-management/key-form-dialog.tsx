import type { Key } from '@keydesk/shared/keys/key';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef } from 'react';
import { api, call } from '../../lib/api.ts';
import { useLastNonNull } from '../../lib/hooks.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { KeyForm } from './key-form.tsx';
import { useSaveKey } from './mutations.ts';

/** What the form is open for: a new key, or one to edit. */
export type KeyFormSubject = { item: Key | null };

type KeyFormDialogProps = {
  /** Null closes the dialog. */
  subject: KeyFormSubject | null;
  onClose: () => void;
  onSaved: () => void;
};

/** Adds a key, or edits one. */
export function KeyFormDialog({ subject, onClose, onSaved }: KeyFormDialogProps) {
  const formId = useId();
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
    <Dialog
      open={subject !== null}
      onClose={close}
      popup={{ initialFocus: firstField }}
      title={
        shown?.item ? (
          <>
            Edit Key <span className="key-number">{shown.item.keyNumber}</span>
          </>
        ) : (
          'Add Key'
        )
      }
      actions={
        <>
          <Button variant="secondary" onClick={close}>
            Cancel
          </Button>
          <ActionButton type="submit" form={formId} busy={save.isPending}>
            {shown?.item ? 'Save Changes' : 'Add Key'}
          </ActionButton>
        </>
      }
    >
      {shown && (
        <KeyForm
          key={shown.item?._id ?? 'new'}
          formId={formId}
          firstField={firstField}
          item={shown.item}
          choosesTagCheck={choosesTagCheck}
          onSave={save.mutate}
          onUnchanged={close}
          failure={save.error}
        />
      )}
    </Dialog>
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
