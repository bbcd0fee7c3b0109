import { describe, expect, test } from 'vitest';
import { campusPerTest } from '../../../test/test-campus.ts';
import { leaseMails } from './outbox.ts';

const start = new Date('2026-03-10T06:30:00Z');

const campus = campusPerTest();
const asha = campus.resident();

describe('only somebody whom it still concerns gets a mail:', () => {
  /** Which of these kinds of message are mailed to Asha after this change. */
  const mailed = async (change: string) => {
    const kinds = ['security', 'overdue', 'unreturned', 'digest', 'department'];
    await campus.db.query(
      `INSERT INTO mail_outbox (id, user_id, kind, created_at, due_at)
       SELECT kind, $1, kind, $2, $2 FROM unnest($3::text[]) AS kind`,
      [asha.user.id, start, kinds],
    );
    await campus.db.query(change, [asha.user.id]);
    const mails = await leaseMails(campus.db, { now: start, limit: 10, isQuiet: false });
    return mails.flatMap(({ to, kind }) => (to ? [kind] : [])).sort();
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
