import type { DueKind, DueScope } from '@keydesk/shared/due/due-rule';
import type { NewDueRule } from '@keydesk/shared/due/rule-routes';
import type { DraftErrors } from '../../../lib/draft.ts';
import type { ComboboxOption } from '../../../ui/combobox-field.tsx';

/** A rule as the form has it; numbers are what was typed. */
export type RuleDraft = {
  scope: DueScope;
  /** What it is for, unless that is the campus. */
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

/** What is missing or out of range. */
export function errorsOf(draft: RuleDraft): DraftErrors<RuleDraft> {
  const { scope, subject, kind, ceiling } = draft;
  const most = kind === 'days' ? 366 : 527_040;
  return {
    ...(scope !== 'campus' && !subject && { subject: 'Please choose for what the rule is' }),
    ...(hasAmount(kind) && numberError('amount', draft.amount, 1, most)),
    ...(ceiling && kind === 'open' && { kind: 'A limit has to say until when' }),
    ...numberError('graceMinutes', draft.graceMinutes || '0', 0, 1_440),
    ...numberError('extensions', draft.extensions || '0', 0, 20),
    ...(Number(draft.extensions) > 0 &&
      numberError('extendMinutes', draft.extendMinutes, 1, 10_080)),
  };
}

export function hasAmount(kind: DueKind): boolean {
  return kind === 'after' || kind === 'days';
}

function numberError(field: keyof RuleDraft, typed: string, least: number, most: number) {
  const value = Number(typed);
  const isRight = typed.trim() !== '' && Number.isInteger(value) && value >= least && value <= most;
  return isRight ? {} : { [field]: `A whole number from ${least} to ${most}` };
}

/** The rule of a draft without errors. */
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
