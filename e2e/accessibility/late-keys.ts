import { addKeyRule, endRules } from '../../server/test/due-rules.ts';
import { giveKey } from '../../server/test/handovers.ts';
import type { TestApp } from '../harness/test-app.ts';

/** A key that can be extended twice, and someone who can take it. */
export async function withExtensions(campus: TestApp) {
  const [holder, admin] = [await campus.person(), await campus.person('admin')];
  const key = await campus.key();
  await addKeyRule(admin, key._id, { amount: 50, extensions: 2, extendMinutes: 60 });
  return { holder, key };
}

/** Moves the due time of a loan so that it is overdue by 100 minutes. */
export async function makeLate(campus: TestApp, loanId: string): Promise<void> {
  await campus.db.query(
    `UPDATE loans SET due_at = now() - interval '100 minutes',
                      grace_until = now() - interval '100 minutes' WHERE id = $1`,
    [loanId],
  );
}

/** One key that is overdue and one that is due within the hour. */
export async function lateAndSoon(campus: TestApp): Promise<void> {
  for (const isLate of [true, false]) {
    const { holder, key } = await withExtensions(campus);
    const { loanId } = await giveKey(campus.guard, holder, key._id);
    if (isLate) await makeLate(campus, loanId ?? '');
  }
  await endRules(campus.db);
}
