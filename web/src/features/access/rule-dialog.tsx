import type { RuleEffect, RuleSubject, RuleTarget } from '@keydesk/shared/access/access-rule';
import type { NewAccessRule } from '@keydesk/shared/access/rule-routes';
import { useCampusTimezone } from '../../lib/config.ts';
import { useDraft } from '../../lib/draft.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useAddRule } from './queries.ts';
import { emptyRule, errorsOf, isComplete, sentenceOf, toNewRule } from './rule-draft.ts';
import { Simulation } from './simulation.tsx';
import { GroupField, WhatField, WhoField } from './subject-fields.tsx';
import { WeekdayBoxes } from './weekday-boxes.tsx';

/** Adds a rule. */
export function RuleDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const close = () => {
    adding.reset();
    onClose();
  };
  const adding = useAddRule(close);
  return (
    <FormDialog
      open={open}
      onClose={close}
      title="Add Access Rule"
      submitLabel="Add Rule"
      busy={adding.isPending}
      failure={adding.error}
    >
      {(formId) => open && <RuleForm formId={formId} onSave={adding.mutate} />}
    </FormDialog>
  );
}

type RuleFormProps = {
  formId: string;
  onSave: (rule: NewAccessRule) => void;
};

/**
 * The form of a new rule. Below whom and what it is about it reads as a sentence, with what it would
 * have changed, so that this is seen before the button is pressed.
 */
function RuleForm({ formId, onSave }: RuleFormProps) {
  const timezone = useCampusTimezone();
  const { draft, errors, change, submit } = useDraft(emptyRule, errorsOf, (valid) => {
    if (isComplete(valid)) onSave(toNewRule(valid, timezone));
  });
  return (
    <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4">
      <SelectField
        label="For"
        value={draft.subject}
        options={[unchosen, ...subjects]}
        error={errors.subject}
        onChange={(subject) => change({ subject: subject as RuleSubject, who: null })}
      />
      <WhoField
        subject={draft.subject}
        value={draft.who}
        error={errors.who}
        onChange={(who) => change({ who })}
      />
      <SelectField
        label="What it says"
        value={draft.effect}
        options={[unchosen, ...effects]}
        error={errors.effect}
        onChange={(effect) => change({ effect: effect as RuleEffect })}
      />
      <SelectField
        label="Keys"
        value={draft.target}
        options={[unchosen, ...targets]}
        error={errors.target}
        onChange={(target) => change({ target: target as RuleTarget, what: null })}
      />
      <WhatField
        target={draft.target}
        value={draft.what}
        error={errors.what}
        onChange={(what) => change({ what })}
      />
      {isComplete(draft) ? (
        <Simulation sentence={sentenceOf(draft, timezone)} rule={toNewRule(draft, timezone)} />
      ) : (
        <p className="rounded-control bg-sunken px-4 py-3 text-sm text-muted">
          What the rule says, and what it would have changed in the last 30 days, stands here once
          it is complete.
        </p>
      )}
      {draft.effect === 'allow' && (
        <p className="text-sm text-muted">
          Where everybody may take a key anyway, this changes nothing. So that only a group may take
          it, choose Everybody, May not take, and the group under Except members of.
        </p>
      )}
      <WeekdayBoxes
        value={draft.weekdays}
        error={errors.weekdays}
        onChange={(weekdays) => change({ weekdays })}
      />
      <div className="grid two-columns items-start gap-3">
        <TextField
          type="time"
          label="From (optional)"
          value={draft.fromTime}
          onChange={({ target }) => change({ fromTime: target.value })}
        />
        <TextField
          type="time"
          label="To (optional)"
          value={draft.toTime}
          error={errors.toTime}
          onChange={({ target }) => change({ toTime: target.value })}
        />
        <TextField
          type="date"
          label="First day (optional)"
          value={draft.fromDay}
          onChange={({ target }) => change({ fromDay: target.value })}
        />
        <TextField
          type="date"
          label="Last day (optional)"
          value={draft.untilDay}
          error={errors.untilDay}
          onChange={({ target }) => change({ untilDay: target.value })}
        />
      </div>
      <GroupField
        label="Except members of (optional)"
        value={draft.except}
        onChange={(except) => change({ except })}
      />
      <TextField
        label="Note (optional)"
        hint={draft.effect === 'deny' ? 'Whoever the rule refuses reads it.' : undefined}
        value={draft.note}
        maxLength={200}
        autoComplete="off"
        onChange={({ target }) => change({ note: target.value })}
      />
    </form>
  );
}

const unchosen = { value: '', label: 'Please choose', disabled: true };

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
