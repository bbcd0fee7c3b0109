import type { Key } from '@keydesk/shared/keys/key';
import { keyField } from '@keydesk/shared/keys/key-fields';
import {
  type BulkFieldName,
  type BulkKeyChanges,
  bulkFields,
  bulkKeyChangesSchema,
} from '@keydesk/shared/keys/key-schemas';
import { t as actionText } from '@keydesk/shared/texts/en/actions';
import { t as fieldText } from '@keydesk/shared/texts/en/key-fields';
import { t } from '@keydesk/shared/texts/en/managed-keys';
import { CircleAlert } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useDesks } from '../../../lib/campus.ts';
import { FormDialog } from '../../../ui/edit-dialog.tsx';
import { SelectField, type SelectOption } from '../../../ui/fields.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { firstNames, leaveAsItIs } from '../selection.tsx';
import { useKeyOptions } from './key-labels.ts';
import { useUpdateKeys } from './mutations.ts';

type BulkEditDialogProps = {
  keys: readonly Key[];
  open: boolean;
  onClose: () => void;
  onUpdated: () => void;
};

/** A field that is absent or empty remains unchanged. */
type BulkForm = Partial<Record<BulkFieldName, string>>;

const nothing = 'none';

export function BulkEditDialog({ keys, open, onClose, onUpdated }: BulkEditDialogProps) {
  const options = useKeyOptions();
  const desks = useDesks();
  const [form, setForm] = useState<BulkForm>({});
  const [changed, setChanged] = useState(0);
  const close = () => {
    setForm({});
    setChanged(0);
    update.reset();
    onClose();
  };
  const update = useUpdateKeys(setChanged, () => {
    close();
    onUpdated();
  });
  const changes = toChanges(form);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (changes) update.mutate({ keyIds: keys.map(({ _id }) => _id), changes });
  };
  return (
    <FormDialog
      open={open}
      onClose={close}
      title={t('edit-keys', { count: keys.length })}
      description={firstNames(keys.map(({ keyNumber }) => keyNumber))}
      submitLabel={
        update.isPending && changed > 0
          ? t('saved-of', { changed, count: keys.length })
          : actionText('save-changes')
      }
      disabled={!changes}
      unsaved={changes !== null}
      busy={update.isPending}
    >
      {(formId) => (
        <form id={formId} onSubmit={submit} className="flex flex-col gap-4">
          {bulkFields
            .filter((name) => keyField(name).kind !== 'desk' || desks)
            .map((name) => (
              <SelectField
                key={name}
                label={fieldText(keyField(name).label)}
                value={form[name] ?? ''}
                options={[leaveAsItIs(), ...toBulkOptions(name, options[name])]}
                onChange={(chosen) => setForm({ ...form, [name]: chosen })}
              />
            ))}
          {update.error && (
            <Notice tone="error" icon={<CircleAlert aria-hidden />}>
              {update.error.message}
              {changed > 0 && ` ${t('changed-of', { changed, count: keys.length })}`}
            </Notice>
          )}
        </form>
      )}
    </FormDialog>
  );
}

function toBulkOptions(name: BulkFieldName, options: readonly SelectOption[] = []) {
  return keyField(name).kind === 'yes-no'
    ? [
        { value: 'yes', label: t('yes') },
        { value: 'no', label: t('no') },
      ]
    : options.map(({ value, label }) => ({ value: value || nothing, label }));
}

function toChanges(form: BulkForm): BulkKeyChanges | null {
  const chosen = bulkFields
    .filter((name) => form[name])
    .map((name) => [name, toValue(name, form[name] ?? '')]);
  const parsed = bulkKeyChangesSchema.safeParse(Object.fromEntries(chosen));
  return parsed.success ? parsed.data : null;
}

function toValue(name: BulkFieldName, chosen: string): string | boolean | null {
  if (keyField(name).kind === 'yes-no') return chosen === 'yes';
  return chosen === nothing ? null : chosen;
}
