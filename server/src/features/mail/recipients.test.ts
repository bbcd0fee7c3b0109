import type { NotificationTitle } from '@keydesk/shared/notifications/titles';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { transact } from '../../platform/db/client.ts';
import { notify } from '../notifications/index.ts';
import { leaseMails } from './outbox.ts';

const start = new Date('2026-03-10T06:30:00Z');

let campus: TestApp;
let asha: TestClient;
beforeEach(async () => {
  campus = await startTestApp();
  asha = await campus.person();
});
afterEach(() => campus.close());

describe('only somebody whom it still concerns gets a mail:', () => {
  /** Which of these kinds of message are mailed to Asha after this change. */
  const mailed = async (change: string) => {
    const kinds = ['security', 'overdue', 'unreturned', 'digest', 'department'] as const;
    await transact(campus.db, (tx) =>
      notify(
        tx,
        kinds.map((kind) => ({
          ...{ userId: asha.user.id, kind, message: 'K-1', at: start },
          // Tells the mails apart.
          title: kind as string as NotificationTitle,
        })),
      ),
    );
    await campus.db.query(
      `INSERT INTO mail_outbox (id, user_id, kind, subject, text, loan_ids, due_ats, created_at, due_at)
       VALUES ('u', $1, 'unreturned', 'unreturned', 'K-1', '{}', '{}', $2, $2)`,
      [asha.user.id, start],
    );
    await campus.db.query(change, [asha.user.id]);
    const mails = await leaseMails(campus.db, { now: start, limit: 10, isQuiet: false });
    return mails.flatMap(({ to, subject }) => (to ? [subject] : [])).sort();
  };

  test.each([
    ['faculty', "UPDATE users SET role = 'faculty' WHERE id = $1", ['overdue', 'security']],
    [
      'the head of a department',
      "UPDATE departments SET head_id = $1 WHERE code = 'CSE'",
      ['department', 'overdue', 'security'],
    ],
    [
      'the desk',
      "UPDATE users SET role = 'security' WHERE id = $1",
      ['overdue', 'security', 'unreturned'],
    ],
    [
      'an admin',
      "UPDATE users SET role = 'admin' WHERE id = $1",
      ['department', 'digest', 'overdue', 'security', 'unreturned'],
    ],
    [
      'a suspended admin, who is still asked for a key',
      "UPDATE users SET role = 'admin', suspended_at = now() WHERE id = $1",
      ['overdue'],
    ],
  ])('%s', async (_who, change, kinds) => {
    expect(await mailed(change)).toEqual(kinds);
  });
});
