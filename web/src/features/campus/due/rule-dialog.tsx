import type { DueKind, DueScope } from '@keydesk/shared/due/due-rule';
import type { NewDueRule } from '@keydesk/shared/due/rule-routes';
import { useDraft } from '../../../lib/draft.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import {
  EntryField,
  KeyField,
  PersonField,
  type PickFieldProps,
} from '../../../ui/pick-fields.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { SwitchField } from '../../../ui/switch-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useAddRule } from './queries.ts';
import { emptyRule, errorsOf, hasAmount, type RuleDraft, toNewRule } from './rule-draft.ts';
import { ruleText } from './rule-text.ts';

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
      title="Add Rule"
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
  onSave: (rule: NewDueRule) => void;
};

/** The form of a new rule, which reads as a sentence at its end. */
function RuleForm({ formId, onSave }: RuleFormProps) {
  const { draft, errors, change, submit } = useDraft(emptyRule, errorsOf, (draft) =>
    onSave(toNewRule(draft)),
  );
  const isComplete = Object.keys(errorsOf(draft)).length === 0;
  return (
    <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4">
      <SelectField
        label="For"
        value={draft.scope}
        options={scopes}
        onChange={(scope) => change({ scope: scope as DueScope, subject: null })}
      />
      <SubjectField
        scope={draft.scope}
        value={draft.subject}
        error={errors.subject}
        onChange={(subject) => change({ subject })}
      />
      <SelectField
        label="Keys are due"
        value={draft.kind}
        options={kinds}
        error={errors.kind}
        onChange={(kind) => change({ kind: kind as DueKind })}
      />
      {hasAmount(draft.kind) && (
        <NumberField
          label={draft.kind === 'after' ? 'Minutes' : 'Open days'}
          hint={
            draft.kind === 'days' ? 'The day of the hand-out counts while it is open.' : undefined
          }
          value={draft.amount}
          error={errors.amount}
          onChange={(amount) => change({ amount })}
        />
      )}
      <SwitchField
        label="Only a limit"
        hint="It never makes a key due later than another rule does."
        checked={draft.ceiling}
        onChange={(ceiling) => change({ ceiling })}
      />
      {draft.kind !== 'open' && (
        <NumberField
          label="Minutes of grace (optional)"
          hint="A key is overdue only so long after it was due."
          value={draft.graceMinutes}
          error={errors.graceMinutes}
          onChange={(graceMinutes) => change({ graceMinutes })}
        />
      )}
      {!draft.ceiling && draft.kind !== 'open' && (
        <div className="grid two-columns items-start gap-3">
          <NumberField
            label="Extensions (optional)"
            value={draft.extensions}
            error={errors.extensions}
            onChange={(extensions) => change({ extensions })}
          />
          <NumberField
            label="Minutes each"
            value={draft.extendMinutes}
            error={errors.extendMinutes}
            onChange={(extendMinutes) => change({ extendMinutes })}
          />
        </div>
      )}
      <TextField
        label="Note (optional)"
        value={draft.note}
        maxLength={200}
        autoComplete="off"
        onChange={({ target }) => change({ note: target.value })}
      />
      {isComplete && (
        <p role="status" className="rounded-control bg-sunken px-4 py-3 font-medium">
          {sentenceOf(draft)}
        </p>
      )}
    </form>
  );
}

const scopes = [
  { value: 'campus', label: 'The whole campus' },
  { value: 'category', label: 'A category of keys' },
  { value: 'department', label: 'The keys of a department' },
  { value: 'key', label: 'One key' },
  { value: 'person', label: 'One person' },
] satisfies { value: DueScope; label: string }[];

const kinds = [
  { value: 'closing', label: 'At the next closing time' },
  { value: 'after', label: 'After some time' },
  { value: 'days', label: 'After some open days, at closing' },
  { value: 'open', label: 'At no particular time' },
] satisfies { value: DueKind; label: string }[];

type SubjectFieldProps = PickFieldProps & { scope: DueScope };

/** What a rule is for; nothing to choose where that is the campus. */
function SubjectField({ scope, ...field }: SubjectFieldProps) {
  if (scope === 'key') return <KeyField {...field} />;
  if (scope === 'person') return <PersonField {...field} />;
  if (scope === 'category') return <EntryField list="categories" label="Category" {...field} />;
  if (scope === 'department')
    return <EntryField list="departments" label="Department" {...field} />;
  return null;
}

function sentenceOf(draft: RuleDraft): string {
  const { amount = null, ...rule } = toNewRule(draft);
  return ruleText({ ...rule, amount, scopeName: draft.subject?.label ?? null });
}

type NumberFieldProps = {
  label: string;
  hint?: string | undefined;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
};

function NumberField({ onChange, ...field }: NumberFieldProps) {
  return (
    <TextField
      {...field}
      inputMode="numeric"
      autoComplete="off"
      maxLength={6}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
