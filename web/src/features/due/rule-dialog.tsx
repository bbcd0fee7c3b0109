import type { DueKind, DueScope } from '@keydesk/shared/due/due-for';
import type { NewDueRule } from '@keydesk/shared/due/rule-routes';
import { t } from '@keydesk/shared/texts/en/due-rules';
import { t as fieldText } from '@keydesk/shared/texts/en/fields';
import { t as rulesText } from '@keydesk/shared/texts/en/rules';
import type { DraftErrors } from '../../lib/draft.ts';
import type { ComboboxOption } from '../../ui/combobox-field.tsx';
import { EditDialog } from '../../ui/edit-dialog.tsx';
import { SelectField, SwitchField, TextField } from '../../ui/fields.tsx';
import { MoreFields } from '../../ui/more-fields.tsx';
import { PickField } from '../../ui/pick-fields.tsx';
import { useAddRule } from './queries.ts';
import { ruleText } from './rule-text.ts';

export function RuleDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <EditDialog
      subject={open || null}
      onClose={onClose}
      texts={() => ({ title: rulesText('add'), submitLabel: rulesText('add') })}
      initial={() => emptyRule}
      errorsOf={errorsOf}
      toInput={toNewRule}
      saving={useAddRule()}
      keepAs={() => 'due rule'}
    >
      {({ draft, errors, change, text, field, toggle }) => (
        <>
          <SelectField
            {...field('scope')}
            label={rulesText('for')}
            options={scopes()}
            onChange={(scope) => change({ scope, subject: null })}
          />
          {draft.scope !== 'campus' && <PickField of={draft.scope} {...field('subject')} />}
          <SelectField {...field('kind')} label={t('keys-are-due')} options={kinds()} />
          {hasAmount(draft.kind) && (
            <TextField
              {...text('amount')}
              {...numberProps}
              label={draft.kind === 'after' ? t('minutes') : t('open-days')}
              hint={draft.kind === 'days' ? t('open-days-hint') : undefined}
            />
          )}
          <SwitchField
            {...toggle('ceiling')}
            label={t('maximum-only')}
            hint={t('maximum-only-hint')}
          />
          <MoreFields
            filled={optional.some((name) => draft[name])}
            wrong={optional.some((name) => errors[name])}
          >
            {draft.kind !== 'open' && (
              <TextField
                {...text('graceMinutes')}
                {...numberProps}
                label={t('grace-optional')}
                hint={t('grace-hint')}
              />
            )}
            {!draft.ceiling && draft.kind !== 'open' && (
              <div className="grid two-columns items-start gap-3">
                <TextField
                  {...text('extensions')}
                  {...numberProps}
                  label={t('extensions-optional')}
                />
                <TextField {...text('extendMinutes')} {...numberProps} label={t('minutes-each')} />
              </div>
            )}
            <TextField {...text('note')} label={fieldText('note-optional')} maxLength={200} />
          </MoreFields>
          {Object.keys(errorsOf(draft)).length === 0 && (
            <p role="status" className="rounded-control bg-sunken px-4 py-3 font-semibold">
              {sentenceOf(draft)}
            </p>
          )}
        </>
      )}
    </EditDialog>
  );
}

function scopes() {
  return [
    { value: 'campus', label: t('the-whole-campus') },
    { value: 'category', label: rulesText('category-of-keys') },
    { value: 'department', label: rulesText('keys-of-department') },
    { value: 'key', label: rulesText('one-key') },
    { value: 'person', label: rulesText('one-person') },
  ] satisfies { value: DueScope; label: string }[];
}

function kinds() {
  return [
    { value: 'closing', label: t('at-the-next-closing-time') },
    { value: 'after', label: t('after-some-time') },
    { value: 'days', label: t('after-open-days') },
    { value: 'open', label: t('at-no-particular-time') },
  ] satisfies { value: DueKind; label: string }[];
}

const optional = ['graceMinutes', 'extensions', 'extendMinutes', 'note'] as const;

const numberProps = { inputMode: 'numeric', maxLength: 6 } as const;

function sentenceOf(draft: RuleDraft): string {
  const { amount = null, ...rule } = toNewRule(draft);
  return ruleText({ ...rule, amount, scopeName: draft.subject?.label ?? null });
}

/** Numbers are the typed text. */
export type RuleDraft = {
  scope: DueScope;
  /** Null for the whole campus. */
  subject: ComboboxOption | null;
  kind: DueKind;
  amount: string;
  ceiling: boolean;
  graceMinutes: string;
  extensions: string;
  extendMinutes: string;
  note: string;
};

export const emptyRule: RuleDraft = {
  scope: 'campus',
  subject: null,
  kind: 'closing',
  amount: '',
  ceiling: false,
  graceMinutes: '',
  extensions: '',
  extendMinutes: '',
  note: '',
};

export function errorsOf(draft: RuleDraft): DraftErrors<RuleDraft> {
  const { scope, subject, kind, ceiling } = draft;
  const most = kind === 'days' ? 366 : 527_040;
  return {
    ...(scope !== 'campus' && !subject && { subject: t('choose-what-for') }),
    ...(hasAmount(kind) && numberError('amount', draft.amount, 1, most)),
    ...(ceiling && kind === 'open' && { kind: t('limit-needs-end') }),
    ...numberError('graceMinutes', draft.graceMinutes || '0', 0, 1_440),
    ...numberError('extensions', draft.extensions || '0', 0, 20),
    ...(Number(draft.extensions) > 0 &&
      numberError('extendMinutes', draft.extendMinutes, 1, 10_080)),
  };
}

function hasAmount(kind: DueKind): boolean {
  return kind === 'after' || kind === 'days';
}

function numberError(field: keyof RuleDraft, typed: string, least: number, most: number) {
  const value = Number(typed);
  const isRight = typed.trim() !== '' && Number.isInteger(value) && value >= least && value <= most;
  return isRight ? {} : { [field]: t('whole-number', { least, most }) };
}

export function toNewRule(draft: RuleDraft): NewDueRule {
  const { scope, subject, kind, ceiling, note } = draft;
  const extensions = Number(draft.extensions);
  return {
    scope,
    scopeId: scope === 'campus' ? undefined : subject?.id,
    kind,
    amount: hasAmount(kind) ? Number(draft.amount) : undefined,
    ceiling,
    graceMinutes: kind === 'open' ? 0 : Number(draft.graceMinutes),
    extensions,
    extendMinutes: extensions > 0 ? Number(draft.extendMinutes) : 0,
    note: note.trim(),
  };
}
