import { type CampusList, codePattern, type Desk } from '@keydesk/shared/campus/campus';
import { type EntryUsage, maxLabelLength } from '@keydesk/shared/campus/routes';
import { t as actionText } from '@keydesk/shared/texts/en/actions';
import { t } from '@keydesk/shared/texts/en/campus';
import { t as fieldText } from '@keydesk/shared/texts/en/fields';
import { t as inputText } from '@keydesk/shared/texts/en/input';
import { t as recordedText } from '@keydesk/shared/texts/en/recorded';
import { type DraftErrors, ifChanged } from '../../lib/draft.ts';
import type { ComboboxOption } from '../../ui/combobox-field.tsx';
import { EditDialog } from '../../ui/edit-dialog.tsx';
import { SwitchField, TextField } from '../../ui/fields.tsx';
import { PersonField } from '../../ui/pick-fields.tsx';
import { type Entry, type EntrySaveInput, useSaveDesk, useSaveEntry } from './queries.ts';

export type EntryFormSubject = {
  list: CampusList;
  entry: Entry | null;
  /** The name of a head whom another admin has chosen since. */
  newHead?: string | undefined;
};

type EntryDialogProps = {
  subject: EntryFormSubject | null;
  usage: Readonly<Record<CampusList, Record<string, EntryUsage>>> | undefined;
  onClose: () => void;
};

/** Adds or edits an entry. Its code is set only once. */
export function EntryDialog({ subject, usage, onClose }: EntryDialogProps) {
  return (
    <EditDialog
      subject={subject}
      onClose={onClose}
      texts={({ list, entry }) => ({
        title: entry ? t('edit-entry', { list, label: entry.label }) : t('add-entry', { list }),
        submitLabel: entry ? actionText('save-changes') : t('add-entry', { list }),
      })}
      initial={({ list, entry, newHead }) =>
        toDraft(entry, newHead ?? (entry && usage?.[list][entry.code]?.headName))
      }
      errorsOf={errorsOf}
      toInput={toInput}
      saving={useSaveEntry()}
      withCurrent={({ list, entry }, current: Entry) => ({
        list,
        entry: current,
        newHead: current.headId === entry?.headId ? undefined : t('another-person'),
      })}
      keepAs={({ list, entry }) => `${list} ${entry?.code ?? ''}`}
    >
      {({ subject: { list, entry }, text, field, toggle }) => (
        <>
          {!entry && (
            <TextField
              {...text('code')}
              label={t('code')}
              hint={t('code-hint')}
              maxLength={20}
              required
            />
          )}
          <TextField
            {...text('label')}
            label={fieldText('name')}
            maxLength={maxLabelLength}
            required
          />
          {list === 'departments' && (
            <>
              <SwitchField label={t('people-register-with-it')} {...toggle('registers')} />
              <SwitchField label={t('keys-belong-to-it')} {...toggle('lends')} />
              <PersonField label={t('head')} placeholder={t('nobody')} {...field('head')} />
            </>
          )}
        </>
      )}
    </EditDialog>
  );
}

type Draft = {
  code: string;
  label: string;
  registers: boolean;
  lends: boolean;
  head: ComboboxOption | null;
};

function toDraft(entry: Entry | null, headName: string | null | undefined): Draft {
  const { code = '', label = '', registers = true, lends = true, headId = null } = entry ?? {};
  return {
    code,
    label,
    registers,
    lends,
    head: headId ? { id: headId, label: headName ?? recordedText('former-member') } : null,
  };
}

function errorsOf({ code, label }: Draft, { entry }: EntryFormSubject): DraftErrors<Draft> {
  return {
    ...(!entry &&
      !codePattern.test(code.trim().normalize('NFC')) && { code: inputText('code-form') }),
    ...(label.trim() === '' && { label: fieldText('name-is-required') }),
  };
}

function toInput(draft: Draft, { list, entry }: EntryFormSubject): EntrySaveInput | null {
  const { registers, lends, head } = draft;
  const [code, label] = [draft.code.trim(), draft.label.trim()];
  const isDepartment = list === 'departments';
  if (!entry) {
    const department = isDepartment && { registers, lends, headId: head?.id };
    return { list, add: { code, label, ...department } };
  }
  const department = isDepartment && { registers, lends, headId: head?.id ?? null };
  return ifChanged(entry, { label, ...department }, (changes) => ({ list, entry, changes }));
}

export type DeskFormSubject = { desk: Desk | null };

type DeskFormDialogProps = {
  subject: DeskFormSubject | null;
  onClose: () => void;
};

export function DeskFormDialog({ subject, onClose }: DeskFormDialogProps) {
  return (
    <EditDialog
      subject={subject}
      onClose={onClose}
      texts={({ desk }) => ({
        title: desk ? t('edit-desk', { name: desk.name }) : t('add-desk-title'),
        submitLabel: desk ? actionText('save-changes') : t('add-desk-title'),
      })}
      initial={({ desk }) => ({
        name: desk?.name ?? '',
        place: desk?.place ?? '',
        phone: desk?.phone ?? '',
      })}
      browserChecks
      toInput={(draft, { desk }, opened) =>
        desk ? ifChanged(opened, draft, (changes) => ({ desk, changes })) : { desk, fields: draft }
      }
      saving={useSaveDesk()}
      withCurrent={(_desk, current: Desk) => ({ desk: current })}
      keepAs={({ desk }) => `desk ${desk?.id ?? ''}`}
    >
      {({ text }) => (
        <>
          <TextField {...text('name')} label={fieldText('name')} required maxLength={60} />
          <TextField
            {...text('place')}
            label={t('place')}
            hint={t('place-hint')}
            required
            maxLength={160}
          />
          <TextField
            {...text('phone')}
            type="tel"
            label={fieldText('phone-optional')}
            maxLength={40}
          />
        </>
      )}
    </EditDialog>
  );
}
