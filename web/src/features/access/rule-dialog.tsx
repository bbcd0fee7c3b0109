import type { RuleEffect, RuleSubject, RuleTarget } from '@keydesk/shared/access/access-rule';
import { useCampusTimezone } from '../../lib/config.ts';
import { EditDialog } from '../../ui/edit-dialog.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useAddRule } from './queries.ts';
import { emptyRule, errorsOf, isComplete, sentenceOf, toNewRule } from './rule-draft.ts';
import { Simulation } from './simulation.tsx';
import { GroupField, WhatField, WhoField } from './subject-fields.tsx';
import { WeekdayBoxes } from './weekday-boxes.tsx';

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
          <WhatField target={draft.target} {...field('what')} />
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
