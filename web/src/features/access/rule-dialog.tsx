import type { RuleEffect, RuleSubject, RuleTarget } from '@keydesk/shared/access/access-rule';
import type { NewAccessRule } from '@keydesk/shared/access/rule-routes';
import { weekdayName } from '@keydesk/shared/core/formats';
import { rolesThatMay } from '@keydesk/shared/http/roles';
import { t } from '@keydesk/shared/texts/en/access-rules';
import { t as fieldText } from '@keydesk/shared/texts/en/fields';
import { t as roleText } from '@keydesk/shared/texts/en/roles';
import { t as rulesText } from '@keydesk/shared/texts/en/rules';
import { useQuery } from '@tanstack/react-query';
import { getErrorMessage } from '../../lib/api.ts';
import { useDebouncedValue } from '../../lib/hooks.ts';
import { ComboboxField } from '../../ui/combobox-field.tsx';
import { EditDialog } from '../../ui/edit-dialog.tsx';
import { CheckField, SelectField, TextField } from '../../ui/fields.tsx';
import { MoreFields } from '../../ui/more-fields.tsx';
import { PickField, type PickFieldProps } from '../../ui/pick-fields.tsx';
import { groupsQuery, simulationQuery, useAddRule } from './queries.ts';
import { emptyRule, errorsOf, isComplete, sentenceOf, toNewRule } from './rule-draft.ts';

export function RuleDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <EditDialog
      subject={open || null}
      onClose={onClose}
      texts={() => ({ title: t('add-access-rule'), submitLabel: rulesText('add') })}
      initial={() => emptyRule}
      errorsOf={errorsOf}
      toInput={(draft) => (isComplete(draft) ? toNewRule(draft) : null)}
      saving={useAddRule()}
      keepAs={() => 'access rule'}
    >
      {({ draft, errors, change, text, field }) => (
        <>
          <SelectField
            {...field('subject')}
            label={rulesText('for')}
            options={[unchosen(), ...subjects()]}
            onChange={(subject) => change({ subject, who: null })}
          />
          <WhoField subject={draft.subject} {...field('who')} />
          <SelectField
            {...field('effect')}
            label={t('what-it-says')}
            options={[unchosen(), ...effects()]}
          />
          <SelectField
            {...field('target')}
            label={t('keys')}
            options={[unchosen(), ...targets()]}
            onChange={(target) => change({ target, what: null })}
          />
          {draft.target !== '' && draft.target !== 'all' && (
            <PickField
              of={draft.target}
              departmentLabel={t('department-of-keys')}
              {...field('what')}
            />
          )}
          {isComplete(draft) ? (
            <Simulation sentence={sentenceOf(draft)} rule={toNewRule(draft)} />
          ) : (
            <p className="rounded-control bg-sunken px-4 py-3 text-sm text-muted">
              {t('incomplete')}
            </p>
          )}
          {draft.effect === 'allow' && <p className="text-sm text-muted">{t('allow-hint')}</p>}
          <MoreFields
            filled={optional.some((name) => draft[name] !== emptyRule[name])}
            wrong={optional.some((name) => errors[name])}
          >
            <WeekdayBoxes {...field('weekdays')} />
            <div className="grid two-columns items-start gap-3">
              <TextField {...text('fromTime')} type="time" label={fieldText('from-optional')} />
              <TextField {...text('toTime')} type="time" label={fieldText('to-optional')} />
              <TextField {...text('fromDay')} type="date" label={fieldText('first-day-optional')} />
              <TextField {...text('untilDay')} type="date" label={fieldText('last-day-optional')} />
            </div>
            <GroupField label={t('except-members-of')} {...field('except')} />
            <TextField
              {...text('note')}
              label={fieldText('note-optional')}
              hint={draft.effect === 'deny' ? t('note-hint') : undefined}
              maxLength={200}
            />
          </MoreFields>
        </>
      )}
    </EditDialog>
  );
}

const optional = [
  'weekdays',
  'fromTime',
  'toTime',
  'fromDay',
  'untilDay',
  'except',
  'note',
] as const;

function unchosen() {
  return { value: '' as const, label: fieldText('please-choose'), disabled: true };
}

function subjects() {
  return [
    { value: 'everyone', label: t('everybody') },
    { value: 'role', label: t('people-with-a-role') },
    { value: 'department', label: t('people-of-a-department') },
    { value: 'group', label: t('members-of-a-group') },
    { value: 'person', label: rulesText('one-person') },
  ] satisfies { value: RuleSubject; label: string }[];
}

function effects() {
  return [
    { value: 'deny', label: t('may-not-take') },
    { value: 'approve', label: t('need-approval-for') },
    { value: 'allow', label: t('may-take') },
  ] satisfies { value: RuleEffect; label: string }[];
}

function targets() {
  return [
    { value: 'all', label: rulesText('all-keys') },
    { value: 'category', label: rulesText('category-of-keys') },
    { value: 'department', label: rulesText('keys-of-department') },
    { value: 'block', label: t('keys-of-block') },
    { value: 'key', label: rulesText('one-key') },
  ] satisfies { value: RuleTarget; label: string }[];
}

type WhoFieldProps = PickFieldProps & { subject: RuleSubject | '' };

function WhoField({ subject, ...field }: WhoFieldProps) {
  if (subject === '' || subject === 'everyone') return null;
  if (subject === 'group') return <GroupField label={t('group')} {...field} />;
  if (subject === 'role')
    return (
      <ComboboxField
        label={fieldText('role')}
        placeholder={fieldText('please-choose')}
        picks={rolesThatMay('borrowKeys').map((role) => ({ id: role, label: roleText(role) }))}
        {...field}
      />
    );
  return <PickField of={subject} {...field} />;
}

function GroupField({ label, ...field }: PickFieldProps & { label: string }) {
  const groups = useQuery(groupsQuery).data ?? [];
  const picks = groups.map(({ id, name }) => ({ id, label: name }));
  return (
    <ComboboxField
      label={label}
      placeholder={fieldText('please-choose')}
      picks={picks}
      {...field}
    />
  );
}

type WeekdayBoxesProps = {
  value: readonly number[];
  error: string | undefined;
  onChange: (weekdays: number[]) => void;
};

const weekdays = [1, 2, 3, 4, 5, 6, 7];

function WeekdayBoxes({ value, error, onChange }: WeekdayBoxesProps) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-semibold">{t('on')}</legend>
      <div className="flex flex-wrap gap-x-1">
        {weekdays.map((day) => (
          <CheckField
            key={day}
            label={
              <>
                <span aria-hidden>{weekdayName(day, 'short-weekday')}</span>
                <span className="sr-only">{weekdayName(day)}</span>
              </>
            }
            checked={value.includes(day)}
            onChange={(checked) =>
              onChange(weekdays.filter((each) => (each === day ? checked : value.includes(each))))
            }
            className="min-w-18 px-2"
          />
        ))}
      </div>
      {error && (
        <p role="alert" className="mt-1.5 text-sm text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}

function Simulation({ sentence, rule }: { sentence: string; rule: NewAccessRule }) {
  const text = JSON.stringify(rule);
  const settled = useDebouncedValue(text, 400);
  const { data, error, isFetching } = useQuery(
    simulationQuery(JSON.parse(settled) as NewAccessRule),
  );
  const current = settled === text && !isFetching;
  return (
    <div role="status" className="rounded-control bg-sunken px-4 py-3">
      <p className="font-semibold wrap-anywhere">{sentence}</p>
      <p className="mt-1 text-sm text-muted">
        {!current && t('trying')}
        {current && error && t('not-tried', { reason: getErrorMessage(error) })}
        {current && !error && data && simulationText(data)}
      </p>
    </div>
  );
}

type SimulationResult = { handOuts: number; refused: number; needApproval: number };

/** 'Of the 412 hand-outs of the last 30 days 7 would have …' */
export function simulationText({ handOuts, refused, needApproval }: SimulationResult): string {
  if (handOuts === 0) return t('no-hand-outs');
  return t('would-have-changed', { handOuts, refused, needApproval });
}
