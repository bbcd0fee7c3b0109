import type { DueKind, DueScope } from '@keydesk/shared/due/due-rule';
import { EditDialog } from '../../../ui/edit-dialog.tsx';
import { PickField } from '../../../ui/pick-fields.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { SwitchField } from '../../../ui/switch-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useAddRule } from './queries.ts';
import { emptyRule, errorsOf, hasAmount, type RuleDraft, toNewRule } from './rule-draft.ts';
import { ruleText } from './rule-text.ts';

/** Adds a rule, which reads as a sentence at the end of its form. */
export function RuleDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <EditDialog
      subject={open || null}
      onClose={onClose}
      texts={() => ({ title: 'Add Rule', submitLabel: 'Add Rule' })}
      initial={() => emptyRule}
      errorsOf={errorsOf}
      toInput={toNewRule}
      saving={useAddRule()}
    >
      {({ draft, change, text, field, toggle }) => (
        <>
          <SelectField
            {...field('scope')}
            label="For"
            options={scopes}
            onChange={(scope) => change({ scope, subject: null })}
          />
          {draft.scope !== 'campus' && <PickField of={draft.scope} {...field('subject')} />}
          <SelectField {...field('kind')} label="Keys are due" options={kinds} />
          {hasAmount(draft.kind) && (
            <TextField
              {...text('amount')}
              {...numberProps}
              label={draft.kind === 'after' ? 'Minutes' : 'Open days'}
              hint={
                draft.kind === 'days'
                  ? 'The day of the hand-out counts while it is open.'
                  : undefined
              }
            />
          )}
          <SwitchField
            {...toggle('ceiling')}
            label="Only a limit"
            hint="It never makes a key due later than another rule does."
          />
          {draft.kind !== 'open' && (
            <TextField
              {...text('graceMinutes')}
              {...numberProps}
              label="Minutes of grace (optional)"
              hint="A key is overdue only so long after it was due."
            />
          )}
          {!draft.ceiling && draft.kind !== 'open' && (
            <div className="grid two-columns items-start gap-3">
              <TextField {...text('extensions')} {...numberProps} label="Extensions (optional)" />
              <TextField {...text('extendMinutes')} {...numberProps} label="Minutes each" />
            </div>
          )}
          <TextField {...text('note')} label="Note (optional)" maxLength={200} />
          {Object.keys(errorsOf(draft)).length === 0 && (
            <p role="status" className="rounded-control bg-sunken px-4 py-3 font-medium">
              {sentenceOf(draft)}
            </p>
          )}
        </>
      )}
    </EditDialog>
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

const numberProps = { inputMode: 'numeric', maxLength: 6 } as const;

function sentenceOf(draft: RuleDraft): string {
  const { amount = null, ...rule } = toNewRule(draft);
  return ruleText({ ...rule, amount, scopeName: draft.subject?.label ?? null });
}
