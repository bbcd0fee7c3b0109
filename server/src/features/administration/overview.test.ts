import { api } from '@keydesk/shared/api';
import { describe, expect, test } from 'vitest';
import { closeLoan, openLoan } from '../../../test/factories/loans.ts';
import { giveKey } from '../../../test/handovers.ts';
import { testCampus } from '../../../test/test-campus.ts';

const campus = testCampus();
const admin = campus.resident('admin');
const guard = campus.resident('security', { name: 'Gauri Guard' });

async function overviewOf(id: string) {
  return (await admin.get(api.userOverview, { params: { id } })).data;
}

async function loansPage(id: string, query: Record<string, string> = {}) {
  return (await admin.get(api.userLoans, { params: { id }, query })).data;
}

async function collect(keyId: string) {
  await guard.get(api.collectKey, { params: { id: keyId }, body: { reason: 'Overdue' } });
}

describe("a person's overview", () => {
  test('has their state, keys out, sessions and when they were last active', async () => {
    const holder = await campus.person('faculty', { name: 'Nila Overview' });
    const key = await giveKey(guard, holder, (await campus.key()).id);
    const before = Date.now() - 60_000;
    const overview = await overviewOf(holder.user.id);
    expect(overview).toMatchObject({
      user: {
        id: holder.user.id,
        name: 'Nila Overview',
        email: holder.user.email,
        role: 'faculty',
        state: 'active',
        openLoans: 1,
        sessions: 1,
      },
      openLoans: [{ keyId: key._id, keyNumber: key.keyNumber, takenAt: key.takenAt }],
    });
    expect(Date.parse(overview.lastActiveAt ?? '')).toBeGreaterThan(before);
    expect(JSON.stringify(overview)).not.toContain(holder.secrets.bearer);
  });

  test.each([
    ['suspended', 'faculty', { suspendedAt: new Date() }],
    ['removed', 'faculty', { deletedAt: new Date() }],
    ['waiting', 'pending', { waitingSince: new Date() }],
  ] as const)('exists for who is %s', async (state, role, facts) => {
    const person = await campus.person(role, facts);
    expect((await overviewOf(person.user.id)).user).toMatchObject({ state, openLoans: 0 });
  });
});

describe("a person's loans", () => {
  test('come newest first and page by page, with keys that were deleted since', async () => {
    const holder = await campus.person();
    const kept = (await campus.key()).id;
    for (let count = 0; count < 21; count += 1) {
      await giveKey(guard, holder, kept);
      await collect(kept);
    }
    const gone = await giveKey(guard, holder, (await campus.key()).id);
    await collect(gone._id);
    await admin.get(api.deleteKey, { params: { id: gone._id } });

    const first = await loansPage(holder.user.id);
    expect(first.loans).toHaveLength(20);
    expect(first.hasMore).toBe(true);
    expect(first.loans[0]).toMatchObject({
      key: { id: gone._id, keyNumber: gone.keyNumber, keyName: gone.keyName, isActive: false },
      takenAt: gone.takenAt,
      returnType: 'collected',
      handedBy: { id: guard.user.id, name: 'Gauri Guard' },
      reason: 'Overdue',
    });
    const rest = await loansPage(holder.user.id, { before: first.loans.at(-1)?._id ?? '' });
    expect(rest.loans).toHaveLength(2);
    expect(rest.hasMore).toBe(false);
    const ids = [...first.loans, ...rest.loans].map(({ _id }) => _id);
    expect(new Set(ids).size).toBe(22);
  });

  test('of one moment begin with the open one, which a correction gave back to them', async () => {
    const holder = await campus.person();
    const parties = {
      keyId: (await campus.key()).id,
      holderId: holder.user.id,
      handedBy: guard.user.id,
    };
    const first = await openLoan(campus.db, { ...parties, id: 'f'.repeat(24) });
    await closeLoan(campus.db, first, { returnedAt: first.takenAt });
    const open = await openLoan(campus.db, { ...parties, id: 'e'.repeat(24) });
    const { loans } = await loansPage(holder.user.id);
    expect(loans.map(({ _id }) => _id)).toEqual([open.id, first.id]);
    const rest = await loansPage(holder.user.id, { before: open.id });
    expect(rest.loans.map(({ _id }) => _id)).toEqual([first.id]);
  });

  test('are only theirs', async () => {
    expect(await loansPage((await campus.person()).user.id)).toEqual({ loans: [], hasMore: false });
  });
});

describe.each([
  ['the overview', api.userOverview],
  ['the loans', api.userLoans],
  ['the file of their loans', api.exportUserLoans],
])('%s', (_what, route) => {
  test('of somebody unknown or erased is not found', async () => {
    const erased = await campus.person('faculty', { deletedAt: new Date(), erasedAt: new Date() });
    for (const id of ['f'.repeat(24), erased.user.id]) {
      const { status, body } = await admin.call(route, { params: { id } });
      expect({ status, message: body.message }).toEqual({ status: 404, message: 'User not found' });
    }
  });
});
