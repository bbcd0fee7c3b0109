import type { Key } from '@keydesk/shared/keys/key';
import { CircleAlert } from 'lucide-react';
import { type FormEvent, type Ref, useState } from 'react';
import { flushSync } from 'react-dom';
import { ApiError } from '../../lib/api-error.ts';
import { focusFirstFault } from '../../lib/focus-first-fault.ts';
import { Notice } from '../../ui/notice.tsx';
import {
  changesOf,
  checkDraft,
  type DraftFaults,
  draftOf,
  emptyDraft,
  type KeyDraft,
} from './key-draft.ts';
import { KeyFormFields } from './key-form-fields.tsx';
import type { KeySaving } from './key-management.mutations.ts';

type KeyFormProps = {
  formId: string;
  firstField: Ref<HTMLInputElement>;
  /** The key to edit; null for a new one. */
  item: Key | null;
  onSave: (saving: KeySaving) => void;
  /** Saving was pressed, but there is nothing to save. */
  onUnchanged: () => void;
  failure: Error | null;
};

const isNumberTaken = (failure: Error | null): boolean =>
  failure instanceof ApiError && failure.code === 'KEY_NUMBER_TAKEN';

/** The fields of a key, checked before they are sent. */
export const KeyForm = ({
  formId,
  firstField,
  item,
  onSave,
  onUnchanged,
  failure,
}: KeyFormProps) => {
  const [before] = useState(() => (item ? draftOf(item) : emptyDraft));
  const [draft, setDraft] = useState<KeyDraft>(before);
  const [faults, setFaults] = useState<DraftFaults>({});
  const numberTaken = isNumberTaken(failure) && failure ? { keyNumber: failure.message } : {};
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const checked = checkDraft(draft);
    flushSync(() => setFaults(checked.faults ?? {}));
    if (checked.faults) return focusFirstFault(event.currentTarget);
    if (!item) return onSave({ id: null, fields: checked.fields });
    const changes = changesOf(before, checked.fields);
    if (Object.keys(changes).length === 0) return onUnchanged();
    onSave({ id: item._id, changes });
  };
  return (
    <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4">
      <KeyFormFields
        firstField={firstField}
        draft={draft}
        faults={{ ...numberTaken, ...faults }}
        onChange={(change) => {
          setDraft((held) => ({ ...held, ...change }));
          const mended = Object.fromEntries(Object.keys(change).map((name) => [name, undefined]));
          setFaults((held) => ({ ...held, ...mended }) as DraftFaults);
        }}
      />
      {failure && !isNumberTaken(failure) && (
        <Notice tone="error" icon={<CircleAlert aria-hidden />}>
          {failure.message}
        </Notice>
      )}
    </form>
  );
};
