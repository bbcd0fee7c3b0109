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
import { useState } from 'react';
import { useDesks } from '../../../lib/campus.ts';
import { EditDialog } from '../../../ui/edit-dialog.tsx';
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

/** An empty field remains unchanged. */
type BulkForm = Record<BulkFieldName, string>;

const unchanged = Object.fromEntries(bulkFields.map((name) => [name, ''])) as BulkForm;

const nothing = 'none';

export function BulkEditDialog({ keys, open, onClose, onUpdated }: BulkEditDialogProps) {
  const options = useKeyOptions();
  const desks = useDesks();
  const [changed, setChanged] = useState(0);
  const saving = useUpdateKeys(setChanged, onUpdated);
  return (
    <EditDialog
      subject={open ? keys : null}
      onClose={onClose}
      texts={(shown) => ({
        title: t('edit-keys', { count: shown.length }),
        description: firstNames(shown.map(({ keyNumber }) => keyNumber)),
        submitLabel:
          saving.isPending && changed > 0
            ? t('saved-of', { changed, count: shown.length })
            : actionText('save-changes'),
      })}
      initial={() => unchanged}
      toInput={(form, shown) => {
        const changes = toChanges(form);
        return changes && { keyIds: shown.map(({ _id }) => _id), changes };
      }}
      saving={saving}
      ownFailure
    >
      {({ subject, field, failure }) => (
        <>
          {bulkFields
            .filter((name) => keyField(name).kind !== 'desk' || desks)
            .map((name) => (
              <SelectField
                key={name}
                {...field(name)}
                label={fieldText(keyField(name).label)}
                options={[leaveAsItIs(), ...toBulkOptions(name, options[name])]}
              />
            ))}
          {failure && (
            <Notice tone="error" icon={<CircleAlert aria-hidden />}>
              {failure.message}
              {changed > 0 && ` ${t('changed-of', { changed, count: subject.length })}`}
            </Notice>
          )}
        </>
      )}
    </EditDialog>
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
    .map((name) => [name, toValue(name, form[name])]);
  const parsed = bulkKeyChangesSchema.safeParse(Object.fromEntries(chosen));
  return parsed.success ? parsed.data : null;
}

function toValue(name: BulkFieldName, chosen: string): string | boolean | null {
  if (keyField(name).kind === 'yes-no') return chosen === 'yes';
  return chosen === nothing ? null : chosen;
}
