import { api } from '@keydesk/shared/api';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { listAuditEvents } from '../../../../test/audit.ts';
import { testCampus } from '../../../../test/test-campus.ts';
import type { TestClient } from '../../../../test/test-client.ts';
import { auditEvents } from '../../../db/schema.ts';
import { upload, uploaded } from './testing/upload.ts';

const campus = testCampus();
let admin: TestClient;
beforeAll(async () => {
  admin = await campus.person('admin');
});

const lines = Array.from({ length: 900 }, (_, at) => `Pat ${at},pat${at}@campus.test`);
const fileOf = (rows: readonly string[]) => ['Name,Email', ...rows].join('\n');
const missing = lines.slice(873).map((line) => line.split(',')[1]);

async function left() {
  const { users } = (await admin.get(api.listUsers, { query: { state: 'left', limit: '100' } }))
    .data;
  return users.map(({ email }) => email);
}

describe('a file that lists everybody', () => {
  beforeAll(() => uploaded(admin, 'users', fileOf(lines)));

  test('names the 27 of 900 people who are missing, and changes nothing by that', async () => {
    const again = { dryRun: true, everybody: true };
    const { leavers = [] } = await uploaded(admin, 'users', fileOf(lines.slice(0, 873)), again);
    expect(leavers.map(({ email }) => email).sort()).toEqual(missing.toSorted());
    expect(await left()).toEqual([]);
  });

  test('says nothing of who is missing unless that is said of it', async () => {
    const result = await uploaded(admin, 'users', fileOf(lines.slice(0, 1)), { dryRun: true });
    expect(result.leavers).toBeUndefined();
  });

  test('is refused if it lacks more than 5 %, and then changes nothing', async () => {
    const short = fileOf(lines.slice(0, 854));
    for (const dryRun of [true, false])
      expect(await upload(admin, 'users', short, { dryRun, everybody: true })).toMatchObject({
        status: 409,
        body: {
          message:
            '46 of 900 people are missing in the file, which is more than 5%. Nothing was changed.',
        },
      });
    expect(await left()).toEqual([]);
  });

  test('marks those who were chosen, and takes that back once they are in a file', async () => {
    const rest = fileOf(lines.slice(0, 873));
    const { leavers = [] } = await uploaded(admin, 'users', rest, {
      dryRun: true,
      everybody: true,
    });
    const chosen = leavers.slice(0, 2);
    const ids = chosen.map(({ id }) => id);
    await uploaded(admin, 'users', rest, { everybody: true, left: ids });
    expect((await left()).sort()).toEqual(chosen.map(({ email }) => email).sort());
    await uploaded(admin, 'users', fileOf(lines));
    expect(await left()).toEqual([]);
    for (const action of ['mark-left', 'unmark-left']) {
      const events = await listAuditEvents(campus.db, eq(auditEvents.action, action));
      expect(events.map(({ subjectId }) => subjectId).sort()).toEqual(ids.toSorted());
      expect(events[0]).toMatchObject({ actorId: admin.user.id, method: 'import' });
    }
  });
});
