import type { RuleEffect, RuleSubject, RuleTarget } from '@keydesk/shared/access/access-rule';
import type { NewAccessRule } from '@keydesk/shared/access/rule-routes';
import { weekdayName } from '@keydesk/shared/core/formats';
import { capitalized } from '@keydesk/shared/core/text';
import { rolesThatMay } from '@keydesk/shared/http/roles';
import { useQuery } from '@tanstack/react-query';
import { getErrorMessage } from '../../lib/api.ts';
import { useCampusTimezone } from '../../lib/config.ts';
import { useDebouncedValue } from '../../lib/hooks.ts';
import { ComboboxField } from '../../ui/combobox-field.tsx';
import { EditDialog } from '../../ui/edit-dialog.tsx';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { PickField, type PickFieldProps } from '../../ui/pick-fields.tsx';
import { groupsQuery, simulationQuery, useAddRule } from './queries.ts';
import { emptyRule, errorsOf, isComplete, sentenceOf, toNewRule } from './rule-draft.ts';

/**
 * Adds a rule. Below whom and what it is about it reads as a sentence, with what it would have
 * changed, so that this is seen before the button is pressed.
 */
export function RuleDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const timezone = useCampusTimezone();
  return (
    <EditDialog
      subject={open || null}
      onClose={onClose}
      texts={() => ({ title: 'Add Access Rule', submitLabel: 'Add Rule' })}
      initial={() => emptyRule}
      errorsOf={errorsOf}
      toInput={(draft) => (isComplete(draft) ? toNewRule(draft, timezone) : null)}
      saving={useAddRule()}
      keepAs={() => 'access rule'}
    >
      {({ draft, change, text, field }) => (
        <>
          <SelectField
            {...field('subject')}
            label="For"
            options={[unchosen, ...subjects]}
            onChange={(subject) => change({ subject, who: null })}
          />
          <WhoField subject={draft.subject} {...field('who')} />
          <SelectField {...field('effect')} label="What it says" options={[unchosen, ...effects]} />
          <SelectField
            {...field('target')}
            label="Keys"
            options={[unchosen, ...targets]}
            onChange={(target) => change({ target, what: null })}
          />
          {draft.target !== '' && draft.target !== 'all' && (
            <PickField
              of={draft.target}
              departmentLabel="Department of the keys"
              {...field('what')}
            />
          )}
          {isComplete(draft) ? (
            <Simulation sentence={sentenceOf(draft, timezone)} rule={toNewRule(draft, timezone)} />
          ) : (
            <p className="rounded-control bg-sunken px-4 py-3 text-sm text-muted">
              What the rule says, and what it would have changed in the last 30 days, stands here
              once it is complete.
            </p>
          )}
          {draft.effect === 'allow' && (
            <p className="text-sm text-muted">
              Where everybody may take a key anyway, this changes nothing. So that only a group may
              take it, choose Everybody, May not take, and the group under Except members of.
            </p>
          )}
          <WeekdayBoxes {...field('weekdays')} />
          <div className="grid two-columns items-start gap-3">
            <TextField {...text('fromTime')} type="time" label="From (optional)" />
            <TextField {...text('toTime')} type="time" label="To (optional)" />
            <TextField {...text('fromDay')} type="date" label="First day (optional)" />
            <TextField {...text('untilDay')} type="date" label="Last day (optional)" />
          </div>
          <GroupField label="Except members of (optional)" {...field('except')} />
          <TextField
            {...text('note')}
            label="Note (optional)"
            hint={draft.effect === 'deny' ? 'Whoever the rule refuses reads it.' : undefined}
            maxLength={200}
          />
        </>
      )}
    </EditDialog>
  );
}

const unchosen = { value: '' as const, label: 'Please choose', disabled: true };

const subjects = [
  { value: 'everyone', label: 'Everybody' },
  { value: 'role', label: 'People with a role' },
  { value: 'department', label: 'People of a department' },
  { value: 'group', label: 'Members of a group' },
  { value: 'person', label: 'One person' },
] satisfies { value: RuleSubject; label: string }[];

const effects = [
  { value: 'deny', label: 'May not take' },
  { value: 'approve', label: 'Need approval for' },
  { value: 'allow', label: 'May take' },
] satisfies { value: RuleEffect; label: string }[];

const targets = [
  { value: 'all', label: 'All keys' },
  { value: 'category', label: 'A category of keys' },
  { value: 'department', label: 'The keys of a department' },
  { value: 'block', label: 'The keys of a block' },
  { value: 'key', label: 'One key' },
] satisfies { value: RuleTarget; label: string }[];

type WhoFieldProps = PickFieldProps & { subject: RuleSubject | '' };

/** For whom a rule is; nothing to choose where that is everybody, or open. */
function WhoField({ subject, ...field }: WhoFieldProps) {
  if (subject === '' || subject === 'everyone') return null;
  if (subject === 'group') return <GroupField label="Group" {...field} />;
  if (subject === 'role')
    return <ComboboxField label="Role" placeholder="Please choose" picks={rolePicks} {...field} />;
  return <PickField of={subject} {...field} />;
}

const rolePicks = rolesThatMay('borrowKeys').map((role) => ({
  id: role,
  label: capitalized(role),
}));

/** A group, by its name. */
function GroupField({ label, ...field }: PickFieldProps & { label: string }) {
  const groups = useQuery(groupsQuery).data ?? [];
  const picks = groups.map(({ id, name }) => ({ id, label: name }));
  return <ComboboxField label={label} placeholder="Please choose" picks={picks} {...field} />;
}

type WeekdayBoxesProps = {
  value: readonly number[];
  error: string | undefined;
  onChange: (weekdays: number[]) => void;
};

const weekdays = [1, 2, 3, 4, 5, 6, 7];

/** The days of the week on which a rule holds. */
function WeekdayBoxes({ value, error, onChange }: WeekdayBoxesProps) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">On</legend>
      <div className="flex flex-wrap gap-x-1">
        {weekdays.map((day) => (
          <label
            key={day}
            className="flex min-h-11 min-w-18 cursor-pointer items-center gap-2 rounded-control px-2 hover:bg-sunken"
          >
            <input
              type="checkbox"
              aria-label={weekdayName(day)}
              checked={value.includes(day)}
              onChange={({ target }) =>
                onChange(
                  weekdays.filter((each) => (each === day ? target.checked : value.includes(each))),
                )
              }
              className="size-4.5 cursor-pointer accent-accent"
            />
            {weekdayName(day, 'short-weekday')}
          </label>
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

/** A rule as a sentence, and what it would have changed; both follow the form. */
function Simulation({ sentence, rule }: { sentence: string; rule: NewAccessRule }) {
  const text = JSON.stringify(rule);
  const settled = useDebouncedValue(text, 400);
  const { data, error, isFetching } = useQuery(
    simulationQuery(JSON.parse(settled) as NewAccessRule),
  );
  const current = settled === text && !isFetching;
  return (
    <div role="status" className="rounded-control bg-sunken px-4 py-3">
      <p className="font-medium wrap-anywhere">{sentence}</p>
      <p className="mt-1 text-sm text-muted">
        {!current && 'Trying it on the hand-outs of the last 30 days...'}
        {current && error && `It could not be tried: ${getErrorMessage(error)}`}
        {current && !error && data && simulationText(data)}
      </p>
    </div>
  );
}

type SimulationResult = { handOuts: number; refused: number; needApproval: number };

/** What a rule would have changed: 'Of the 412 hand-outs of the last 30 days 7 would have …' */
export function simulationText({ handOuts, refused, needApproval }: SimulationResult): string {
  if (handOuts === 0) return 'There were no hand-outs in the last 30 days.';
  const all = handOuts === 1 ? 'the 1 hand-out' : `the ${handOuts} hand-outs`;
  return `Of ${all} of the last 30 days ${refused} would have been refused and ${needApproval} would have needed approval.`;
}
