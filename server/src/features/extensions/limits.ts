import { dueFor } from '@keydesk/shared/due/due-for';
import type { Clock, ExtensionLimits } from '@keydesk/shared/due/extension';
import type { CurrentDue } from '../due/index.ts';
import type { ExtendableLoan } from './queries.ts';

/** What the rule that a loan was promised by allows, and the ceilings in force now. */
export function limitsOf(loan: ExtendableLoan, due: CurrentDue): ExtensionLimits {
  const { keyId: id, category, department, holderId, takenAt } = loan;
  const facts = { key: { id, category, department }, holderId, rules: due.rules() };
  const { latest } = dueFor(takenAt, facts, due.calendar());
  return { extensions: loan.extensions, extendMinutes: loan.extendMinutes, latest };
}

export function clockOf({ now }: ExtendableLoan, due: CurrentDue): Clock {
  return { now, timezone: due.calendar().timezone };
}
