import { api } from '@keydesk/shared/api';
import { dayMs, minuteMs } from '@keydesk/shared/core/dates';
import type { PaperLineResult } from '@keydesk/shared/loans/paper';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addRuleAbout } from '../../../test/access-rules.ts';
import { dutyAt } from '../../../test/desk-computer.ts';
import { loansOf } from '../../../test/handovers.ts';
import { lend, setDesk } from '../../../test/lending.ts';
import { testCampus } from '../../../test/test-campus.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { answerTo, confirmedVisitor, entered as enteredVisitor } from '../../../test/visitors.ts';
import { keys, users, visitors } from '../../db/schema.ts';

const campus = testCampus();
const admin = campus.resident('admin', { name: 'Meera Pillai' });
const guard = campus.resident('security', { name: 'R. Singh' });
const asha = campus.newcomer('faculty', { name: 'Asha Rao' });

let key: Awaited<ReturnType<typeof campus.key>>;

/** A whole minute, so many before now. */
function ago(minutes: number): string {
  const now = Date.now();
  return new Date(now - (now % minuteMs) - minutes * minuteMs).toISOString();
}

let main: string;
let north: string;
beforeAll(async () => {
  await admin.get(api.openPaperPeriod, { body: { from: ago(6 * 24 * 60), to: ago(0) } });
  const add = async (name: string) =>
    (await admin.get(api.addDesk, { body: { name, place: 'Hall' } })).data.desk.id;
  [main, north] = [await add('Main Desk'), await add('North Desk')];
});
beforeEach(async () => {
  key = await campus.key();
});

type Line = { key: string; person: string; outAt: string; backAt?: string };

async function entered(lines: readonly Line[], by: TestClient = guard): Promise<PaperLineResult[]> {
  const check = await by.get(api.enterPaper, { body: { lines, apply: false } });
  const { data } = await by.get(api.enterPaper, { body: { lines, apply: true } });
  // What would become of the lines is what becomes of them.
  expect(check.data.lines.map(({ outcome, code }) => code ?? outcome)).toEqual(
    data.lines.map(({ outcome, code }) =>
      (code ?? outcome) === 'recorded' ? 'ready' : (code ?? outcome),
    ),
  );
  return data.lines;
}

/** An age of a row, so that it was in force when the line's key left. */
function ageRules() {
  return campus.db.query(
    "UPDATE access_rules SET created_at = created_at - interval '1 day' WHERE target_id = $1",
    [key.id],
  );
}

async function deskCode(holderId: string, more: object = {}): Promise<string> {
  const body = { keyId: key.id, holderId, identifiedBy: 'desk', ...more };
  const { status, body: answer } = await guard.call(api.lendKey, { body });
  return status === 200 ? 'handed out' : (answer.error as { code: string }).code;
}

describe('what the desk refuses to hand out, a line from paper', () => {
  /** Prepares the refusal, and returns whom the key is for. */
  type Prepare = () => Promise<string>;
  const withReason = { overrideReason: 'Fire drill in the block' };
  const highFor = (person: () => string): Prepare => {
    return async () => {
      key = await campus.key({ level: 'high' });
      return person();
    };
  };
  const visitor = async (change: Partial<typeof visitors.$inferInsert> = {}) => {
    const id = await confirmedVisitor(campus, admin, asha);
    if (Object.keys(change).length > 0)
      await campus.db.orm.update(visitors).set(change).where(eq(visitors.userId, id));
    return id;
  };

  test.each<[string, Prepare, string, string]>([
    [
      'of a removed key is refused',
      async () => {
        await campus.db.orm.update(keys).set({ deletedAt: new Date() }).where(eq(keys.id, key.id));
        return asha.user.id;
      },
      'KEY_NOT_FOUND',
      'KEY_NOT_FOUND',
    ],
    ['to nobody is refused', async () => '0'.repeat(24), 'PERSON_NOT_FOUND', 'PERSON_NOT_FOUND'],
    [
      'to somebody suspended is refused',
      async () => {
        const { user } = await campus.person('faculty', { suspendedAt: new Date() });
        return user.id;
      },
      'CANNOT_TAKE_KEYS',
      'CANNOT_TAKE_KEYS',
    ],
    [
      'to somebody who gets no keys is refused',
      async () => (await campus.person('operator')).user.id,
      'HOLDER_CANNOT_BORROW',
      'CANNOT_TAKE_KEYS',
    ],
    [
      'of a missing key is refused',
      async () => {
        await guard.get(api.reportKey, { params: { id: key.id }, body: { kind: 'missing' } });
        return asha.user.id;
      },
      'KEY_REPORTED',
      'KEY_REPORTED',
    ],
    [
      'of a key that is out is refused',
      async () => {
        await lend(guard, await campus.person(), key.id);
        await campus.db.query("UPDATE loans SET taken_at = now() - interval '1 hour'");
        return asha.user.id;
      },
      'KEY_NOT_AVAILABLE',
      'PAPER_OVERLAPS_LOAN',
    ],
    [
      'of a high-security key is refused',
      highFor(() => asha.user.id),
      'NO_OVERRIDE',
      'NO_OVERRIDE',
    ],
    [
      'of a high-security key to oneself is refused',
      highFor(() => guard.user.id),
      'NO_OVERRIDE',
      'NO_OVERRIDE',
    ],
    [
      'against a rule to oneself is refused',
      async () => {
        key = await campus.key({ level: 'restricted' });
        return guard.user.id;
      },
      'OWN_OVERRIDE',
      'OWN_OVERRIDE',
    ],
    [
      'of a high-security key to a visitor is refused',
      async () => {
        key = await campus.key({ level: 'high' });
        return visitor();
      },
      'NO_OVERRIDE',
      'NO_OVERRIDE',
    ],
    [
      'to a visitor whose time was over is refused',
      () => visitor({ validUntil: new Date(Date.now() - 2 * 60 * minuteMs) }),
      'NO_OVERRIDE',
      'NO_OVERRIDE',
    ],
    [
      'to a visitor whose sponsor refused is refused',
      async () => {
        const id = await enteredVisitor(admin, asha);
        await asha.get(api.answerVisitor, await answerTo(campus, id, 'refused'));
        return id;
      },
      'NO_OVERRIDE',
      'NO_OVERRIDE',
    ],
    [
      'to a visitor without a sponsor is refused',
      async () => {
        const sponsor = await campus.person('faculty');
        const id = await confirmedVisitor(campus, admin, sponsor);
        const suspended = { suspendedAt: new Date() };
        await campus.db.orm.update(users).set(suspended).where(eq(users.id, sponsor.user.id));
        return id;
      },
      'NO_OVERRIDE',
      'NO_OVERRIDE',
    ],
    [
      'to a visitor with three keys is refused',
      async () => {
        const id = await visitor();
        for (const _ of [1, 2, 3]) {
          const keyId = (await campus.key()).id;
          const body = { keyId, holderId: id, identifiedBy: 'desk' };
          await guard.get(api.lendKey, { body });
        }
        await campus.db.query(
          "UPDATE loans SET taken_at = now() - interval '1 hour' WHERE holder_id = $1",
          [id],
        );
        return id;
      },
      'NO_OVERRIDE',
      'NO_OVERRIDE',
    ],
    [
      'that an owner decides about is an override',
      async () => {
        key = await campus.key({ level: 'restricted' });
        return asha.user.id;
      },
      'handed out',
      'override',
    ],
    [
      'against a rule is an override',
      async () => {
        await addRuleAbout(campus.db, { keyId: key.id, by: admin.user.id });
        await ageRules();
        return asha.user.id;
      },
      'handed out',
      'override',
    ],
    [
      'of a key that is recorded elsewhere is recorded, since the physical key was here',
      async () => {
        key = await campus.key({ deskId: north });
        return asha.user.id;
      },
      'KEY_ELSEWHERE',
      'recorded',
    ],
    [
      'without its tag is recorded, since nothing could read it',
      async () => {
        key = await campus.key({ tagCheck: true });
        await setDesk(admin, { tagCheck: 'keys' });
        return asha.user.id;
      },
      'TAG_NEEDED',
      'recorded',
    ],
    [
      'where lending by name is off is recorded, since nobody could show a code',
      async () => {
        await setDesk(admin, { lendByName: 'off' });
        return asha.user.id;
      },
      'LENDING_OFF',
      'recorded',
    ],
  ])('%s', async (_, prepare, atDesk, onPaper) => {
    const person = await prepare();
    const before = (await loansOf(campus.db, key.id)).length;
    // The line first, since a hand-out at the desk changes the record.
    const [result] = await entered([{ key: key.id, person, outAt: ago(10) }]);
    const recorded = result?.against === undefined ? 'recorded' : 'override';
    expect(result?.code ?? recorded).toBe(onPaper);
    const loans = await loansOf(campus.db, key.id);
    const isRecorded = result?.outcome === 'recorded';
    expect(loans.length - before).toBe(isRecorded ? 1 : 0);
    await campus.db.query('DELETE FROM loans WHERE key_id = $1 AND recorded_at IS NOT NULL', [
      key.id,
    ]);
    expect(await deskCode(person, { ...withReason, atDeskId: main })).toBe(atDesk);
    await setDesk(admin);
  });
});

test('a loan of a key that was reported before and still is, is refused with its return too', async () => {
  await guard.get(api.reportKey, { params: { id: key.id }, body: { kind: 'missing' } });
  const past = { key: key.id, person: asha.user.id, outAt: ago(10), backAt: ago(5) };
  expect(await entered([past])).toMatchObject([{ outcome: 'recorded' }]);
  await campus.db.query(
    "UPDATE incidents SET reported_at = now() - interval '1 hour' WHERE key_id = $1",
    [key.id],
  );
  const between = { ...past, outAt: ago(20), backAt: ago(15) };
  expect(await entered([between])).toMatchObject([{ code: 'KEY_REPORTED' }]);
});

test('the admins hear of a key for a visitor whose sponsor has not answered, as at the desk', async () => {
  const sponsor = await campus.person('faculty', { name: 'Nila Rao' });
  const told = async () =>
    (await admin.get(api.listNotifications)).data.notifications
      .filter((notice) => notice.keyId === key.id && notice.template === 'lent-unanswered')
      .map(({ message }) => message);
  const line = { key: key.keyNumber, outAt: ago(60), backAt: ago(50) };
  await entered([{ ...line, person: await confirmedVisitor(campus, admin, sponsor) }]);
  expect(await told()).toEqual([]);
  const later = { ...line, outAt: ago(40), backAt: ago(30) };
  await entered([{ ...later, person: await enteredVisitor(admin, sponsor) }]);
  expect(await told()).toEqual([expect.stringContaining('No answer from Nila Rao yet.')]);
});

test('of six keys to one visitor three are recorded, in one call or in six', async () => {
  for (const inOneCall of [true, false]) {
    const person = await confirmedVisitor(campus, admin, await campus.person());
    const six = await Promise.all(Array.from({ length: 6 }, () => campus.key()));
    const lines = six.map(({ keyNumber }) => ({ key: keyNumber, person, outAt: ago(1) }));
    const results = inOneCall
      ? await entered(lines)
      : (await Promise.all(lines.map((line) => entered([line]).catch(() => [])))).flat();
    const codes = results.map(({ code, outcome }) => code ?? outcome);
    const { rowCount } = await campus.db.query('SELECT FROM loans WHERE holder_id = $1', [person]);
    expect(rowCount).toBe(3);
    if (inOneCall)
      expect(codes).toEqual([...Array(3).fill('recorded'), ...Array(3).fill('NO_OVERRIDE')]);
  }
});

test('a visitor never has more than three keys from paper, in whatever order they are entered', async () => {
  const span = fc.record({ out: fc.integer({ min: 2, max: 30 }), lasts: fc.nat({ max: 12 }) });
  const calls = fc.array(fc.array(span, { minLength: 1, maxLength: 4 }), { maxLength: 4 });
  let refusals = 0;
  await fc.assert(
    fc.asyncProperty(calls, async (all) => {
      const person = await confirmedVisitor(campus, admin, asha);
      for (const call of all) {
        const lines = await Promise.all(
          call.map(async ({ out, lasts }) => ({
            key: (await campus.key()).id,
            person,
            outAt: ago(out),
            ...(lasts > 0 && lasts < out && { backAt: ago(out - lasts) }),
          })),
        );
        const { data } = await guard.get(api.enterPaper, { body: { lines, apply: true } });
        refusals += data.lines.filter(({ code }) => code === 'NO_OVERRIDE').length;
      }
      const { rows } = await campus.db.query<{ most: number }>(
        `SELECT max((SELECT count(*)::int FROM loans o
                      WHERE o.holder_id = $1 AND o.taken_at <= l.taken_at
                        AND coalesce(o.returned_at, 'infinity') > l.taken_at)) AS most
           FROM loans l WHERE l.holder_id = $1`,
        [person],
      );
      expect(rows[0]?.most ?? 0).toBeLessThanOrEqual(3);
    }),
    { numRuns: 15 },
  );
  expect(refusals).toBeGreaterThan(0);
});

test('a key that was not handed over keeps nobody from another one on paper', async () => {
  const { body } = await lend(guard, asha, (await campus.key()).id);
  const { loanId } = body.data as { loanId: string };
  const undone = { params: { id: loanId }, body: { reason: 'mistake' } as const };
  await guard.get(api.undoHandover, undone);
  await campus.db.query(
    'UPDATE loans SET taken_at = $2, due_at = $3, grace_until = $3 WHERE id = $1',
    [loanId, ago(300), ago(200)],
  );
  await setDesk(admin, { noKeysWhileOverdue: true });
  const line = { key: key.id, person: asha.user.id, outAt: ago(100), backAt: ago(90) };
  const results = await entered([line]);
  await setDesk(admin);
  expect(results).toMatchObject([{ outcome: 'recorded' }]);
  expect(results[0]).not.toHaveProperty('against');
});

describe('a late loan', () => {
  test('that a line ends is told to every admin, with the guard’s name', async () => {
    const other = await campus.person('admin');
    const { body } = await lend(guard, asha, key.id);
    const { loanId } = body.data as { loanId: string };
    const dueAt = new Date(ago(3 * 24 * 60));
    await campus.db.query(
      'UPDATE loans SET taken_at = $2, due_at = $3, grace_until = $3 WHERE id = $1',
      [loanId, new Date(dueAt.getTime() - dayMs), dueAt],
    );
    const outAt = new Date(dueAt.getTime() - dayMs).toISOString();
    const backAt = new Date(dueAt.getTime() - 10 * minuteMs).toISOString();
    const [result] = await entered([{ key: key.id, person: asha.user.id, outAt, backAt }]);
    expect(result).toMatchObject({ outcome: 'recorded', returned: true, loanId });
    for (const person of [admin, other]) {
      const [told] = (await person.get(api.listNotifications)).data.notifications;
      expect(told).toMatchObject({ template: 'paper-late', kind: 'security', loanId });
      expect(told?.message).toMatch(/ with Asha Rao was due .* Entered by R\. Singh\.$/);
    }
    const undo = { reason: 'mistake', handover: 'return' } as const;
    await guard.get(api.undoHandover, { params: { id: loanId }, body: undo });
    const { notifications } = (await other.get(api.listNotifications)).data;
    const late = notifications.find(({ template }) => template === 'paper-late');
    expect(late?.undone).toEqual([key.keyNumber]);
  });

  test('that is in time is nothing to tell them', async () => {
    const { computer } = await dutyAt(campus);
    await lend(guard, asha, key.id);
    await campus.db.query('UPDATE loans SET taken_at = $2 WHERE key_id = $1', [key.id, ago(10)]);
    const line = { key: key.id, person: asha.user.id, outAt: ago(10), backAt: ago(5) };
    const { data } = await computer.get(api.enterPaper, { body: { lines: [line], apply: true } });
    expect(data.lines).toMatchObject([{ outcome: 'recorded', returned: true }]);
    const told = (await admin.get(api.listNotifications)).data.notifications;
    expect(told.filter(({ message }) => message.includes(key.keyNumber))).toEqual([]);
  });
});
