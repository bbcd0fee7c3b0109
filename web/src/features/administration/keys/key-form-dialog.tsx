import type { Key } from '@keydesk/shared/keys/key';
import { emptyKey, formFields, type KeyFieldName, keyField } from '@keydesk/shared/keys/key-fields';
import { t as actionText } from '@keydesk/shared/texts/en/actions';
import { t as fieldText } from '@keydesk/shared/texts/en/key-fields';
import { t } from '@keydesk/shared/texts/en/managed-keys';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { ApiError, api, call } from '../../../lib/api.ts';
import { useCampus, useDesks } from '../../../lib/campus.ts';
import type { ComboboxOption } from '../../../ui/combobox-field.tsx';
import { EditDialog } from '../../../ui/edit-dialog.tsx';
import { CheckField, SelectField, TextAreaField, TextField } from '../../../ui/fields.tsx';
import { MoreFields } from '../../../ui/more-fields.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PersonField } from '../../../ui/pick-fields.tsx';
import { KeyNumber } from '../../../ui/record-link.tsx';
import {
  type DraftErrors,
  emptyDraftAt,
  type KeyDraft,
  toKeyDraft,
  validateDraft,
  validateEdit,
} from './key-draft.ts';
import { useKeyOptions } from './key-labels.ts';
import { type KeySaveInput, useSaveKey } from './mutations.ts';

export type KeyFormSubject = { item: Key | null };

type KeyFormDialogProps = {
  subject: KeyFormSubject | null;
  department?: string;
  onClose: () => void;
  onSaved: () => void;
};

export function KeyFormDialog({ onSaved, ...form }: KeyFormDialogProps) {
  const choosesTagCheck = useChoosesTagCheck(form.subject !== null);
  return <KeyForm {...form} choosesTagCheck={choosesTagCheck} saving={useSaveKey(onSaved)} />;
}

type KeyFormProps = Omit<KeyFormDialogProps, 'onSaved'> & {
  /** Whether the desk scans the tags of chosen keys, which adds a field. */
  choosesTagCheck?: boolean;
  saving: Pick<
    ReturnType<typeof useSaveKey>,
    'mutate' | 'reset' | 'isPending' | 'isError' | 'error'
  >;
};

export function KeyForm(props: KeyFormProps) {
  const { subject, department = '', choosesTagCheck = false, saving, onClose } = props;
  const campus = useCampus();
  return (
    <EditDialog
      subject={subject}
      onClose={onClose}
      texts={({ item }) => ({
        title: item
          ? t.rich('edit-key', {
              keyNumber: item.keyNumber,
              key: () => <KeyNumber key="key" number={item.keyNumber} />,
            })
          : t('add-key'),
        submitLabel: item ? actionText('save-changes') : t('add-key'),
      })}
      initial={({ item }) => (item ? toKeyDraft(item) : emptyDraftAt(campus, department))}
      errorsOf={(draft, { item }, opened) =>
        (item ? validateEdit(opened, draft) : validateDraft(draft)).errors ?? {}
      }
      toInput={toInput}
      saving={saving}
      withCurrent={(_subject, current: Key) => ({ item: current })}
      keepAs={({ item }) => `key ${item?._id ?? ''}`}
      ownFailure
    >
      {({ draft, errors, change, failure }) => (
        <>
          <KeyFormFields
            choosesTagCheck={choosesTagCheck}
            draft={draft}
            errors={isNumberTaken(failure) ? { keyNumber: failure.message, ...errors } : errors}
            onChange={(name, value) => change({ [name]: value })}
          />
          {failure && !isNumberTaken(failure) && (
            <Notice tone="error" icon={<CircleAlert aria-hidden />}>
              {failure.message}
            </Notice>
          )}
        </>
      )}
    </EditDialog>
  );
}

function toInput(draft: KeyDraft, { item }: KeyFormSubject, opened: KeyDraft): KeySaveInput | null {
  if (!item) {
    const { fields } = validateDraft(draft);
    return fields && { item, fields };
  }
  const { fields: changes } = validateEdit(opened, draft);
  return changes && Object.keys(changes).length > 0 ? { item, changes } : null;
}

/** Whether the settings require tag scans for chosen keys; read each time the form opens. */
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

function isNumberTaken(failure: Error | null): failure is ApiError {
  return failure instanceof ApiError && failure.code === 'KEY_NUMBER_TAKEN';
}

function KeyFormFields(props: KeyFormFieldsProps) {
  const { choosesTagCheck, draft, errors, onChange } = props;
  const options = useKeyOptions(draft);
  const desks = useDesks();
  const isAsked = (name: KeyFieldName) =>
    name === 'tagCheck' ? choosesTagCheck : keyField(name).kind !== 'desk' || desks !== null;
  const asked = formFields.filter(isAsked);
  const [first, more] = [false, true].map((isMore) =>
    asked.filter((name) => keyField(name).form.place > lastOfFirst === isMore),
  );
  const fieldsOf = (names: readonly KeyFieldName[] = []) => (
    <div className="grid two-columns gap-x-3 gap-y-4">
      {names.map((name) => {
        const field = keyField(name);
        const value = draft[name];
        const common = {
          label: fieldText(field.form.label ?? field.label),
          value: typeof value === 'string' ? value : '',
          error: errors[name],
          className: widths[field.form.width],
        };
        const change = (to: string | boolean | null) => onChange(name, to);
        switch (field.kind) {
          case 'line':
            return (
              <TextField
                key={name}
                {...common}
                label={field.required ? common.label : t('optional', { label: common.label })}
                name={name}
                required={field.required}
                autoComplete="off"
                onChange={({ target }) => change(target.value)}
              />
            );
          case 'text':
            return (
              <TextAreaField
                key={name}
                {...common}
                optional
                onChange={({ target }) => change(target.value)}
              />
            );
          case 'yes-no':
            return (
              <CheckField
                key={name}
                label={common.label}
                checked={value === true}
                onChange={change}
                className="self-end text-sm font-semibold"
              />
            );
          case 'person':
            return (
              <OwnerField
                key={name}
                ownerId={common.value || null}
                className={common.className}
                onChange={change}
              />
            );
          default:
            return (
              <SelectField
                key={name}
                {...common}
                options={options[name] ?? []}
                onChange={(code) => change(code || null)}
              />
            );
        }
      })}
    </div>
  );
  return (
    <>
      {fieldsOf(first)}
      <MoreFields
        filled={more?.some((name) => (draft[name] ?? emptyKey[name]) !== emptyKey[name]) ?? false}
      >
        {fieldsOf(more)}
      </MoreFields>
    </>
  );
}

const lastOfFirst = keyField('hook').form.place;

const widths = { full: 'col-span-full', half: 'col-span-full sm:col-span-1', column: undefined };

type KeyFormFieldsProps = {
  choosesTagCheck: boolean;
  draft: KeyDraft;
  errors: DraftErrors;
  onChange: (name: KeyFieldName, value: string | boolean | null) => void;
};

type OwnerFieldProps = {
  ownerId: string | null;
  onChange: (ownerId: string | null) => void;
  className: string | undefined;
};

function OwnerField({ ownerId, onChange, className }: OwnerFieldProps) {
  const [picked, setPicked] = useState<ComboboxOption | null>(null);
  const known = useQuery({
    queryKey: ['owners', 'one', ownerId],
    queryFn: async ({ signal }) =>
      (await call(api.userDetails, { params: { id: ownerId ?? '' }, signal })).data.user.name,
    enabled: ownerId !== null && picked?.id !== ownerId,
    staleTime: 30_000,
  });
  const stored = ownerId === null ? null : { id: ownerId, label: known.data ?? '…' };
  return (
    <PersonField
      label={t('owner-optional')}
      placeholder={t('owner-placeholder')}
      among="members"
      value={picked?.id === ownerId ? picked : stored}
      onChange={(pick) => {
        setPicked(pick);
        onChange(pick?.id ?? null);
      }}
      {...(className && { className })}
    />
  );
}
