import { type Database, transact } from '../db/client.ts';
import { recordAudit } from '../features/audit/audit.service.ts';
import { endEverySession, endSessionsOf } from '../features/auth/sessions.service.ts';
import { requirePerson } from './require-person.ts';

/** Signs somebody out everywhere, or everybody when nobody is named. */
export async function endSessions(db: Database, named: string | null): Promise<string> {
  if (named === null) {
    const ended = await transact(db, async (tx) => {
      const sessions = await endEverySession(tx);
      await recordAudit(tx, {
        action: 'sign-out-everywhere',
        method: 'command',
        details: { everybody: true, sessions },
      });
      return sessions;
    });
    return `Everybody is signed out: ${ended} sessions ended.`;
  }
  const { id, email } = await requirePerson(db, named);
  await transact(db, async (tx) => {
    await endSessionsOf(tx, id);
    await recordAudit(tx, { action: 'sign-out-everywhere', subjectId: id, method: 'command' });
  });
  return `${email} is signed out everywhere.`;
}
