import { api } from '@keydesk/shared/api';
import { describe, expect, test } from 'vitest';
import { giveKey, loansOf } from '../../../test/handovers.ts';
import { lent } from '../../../test/lending.ts';
import { testCampus } from '../../../test/test-campus.ts';
import type { TestClient } from '../../../test/test-client.ts';

const campus = testCampus();
const guard = campus.resident('security', { name: 'Gauri Guard' });
const admin = campus.resident('admin');

async function historyFor(reader: TestClient, id: string, query = {}) {
  return (await reader.get(api.keyHistory, { params: { id }, query })).data.loans;
}

test('faculty see who has a key now and their own loans, the desk sees all', async () => {
  const [asha, ravi, mira] = [await campus.person(), await campus.person(), await campus.person()];
  const { id } = await campus.key();
  const collect = () => guard.get(api.collectKey, { params: { id }, body: { reason: 'Overdue' } });
  for (const holder of [asha, ravi, asha]) {
    await giveKey(guard, holder, id);
    await collect();
  }
  await giveKey(guard, mira, id);
  const holders = async (reader: TestClient) =>
    (await historyFor(reader, id)).map(({ holder }) => holder.id);
  const [a, r, m] = [asha.user.id, ravi.user.id, mira.user.id];
  expect(await holders(guard)).toEqual([m, a, r, a]);
  expect(await holders(admin)).toEqual([m, a, r, a]);
  expect(await holders(asha)).toEqual([m, a, a]);
  expect(await holders(ravi)).toEqual([m, r]);
  expect(await holders(await campus.person())).toEqual([m]);

  const [open, own] = await historyFor(asha, id);
  expect(open).toMatchObject({ holder: { name: mira.user.name }, handedBy: null });
  expect(own).toMatchObject({ handedBy: { name: 'Gauri Guard' }, reason: 'Overdue' });
  await collect();
  expect(await holders(await campus.person())).toEqual([]);
});

test('no page of it reaches further', async () => {
  const [asha, stranger] = [await campus.person(), await campus.person()];
  const { id } = await campus.key();
  for (let loan = 0; loan < 2; loan += 1) {
    await giveKey(guard, asha, id);
    await guard.get(api.collectKey, { params: { id } });
  }
  const [newest] = await historyFor(guard, id);
  const before = newest?._id ?? '';
  expect(await historyFor(guard, id, { before })).toHaveLength(1);
  expect(await historyFor(stranger, id, { before })).toEqual([]);
});

describe('after a correction', () => {
  test('the first loan and the one in its place are both listed, on two pages too', async () => {
    const [asha, ravi] = [await campus.person(), await campus.person()];
    const { id } = await campus.key();
    const collect = () => guard.get(api.collectKey, { params: { id } });
    await correct(await lent(guard, asha, id), asha, ravi);
    await collect();
    for (let loan = 0; loan < 19; loan += 1) {
      await giveKey(guard, asha, id);
      await collect();
    }
    const first = (await guard.get(api.keyHistory, { params: { id } })).data;
    expect(first).toMatchObject({ hasMore: true });
    expect(first.loans).toHaveLength(20);
    const rest = await historyFor(guard, id, { before: first.loans.at(-1)?._id ?? '' });
    const listed = [...first.loans, ...rest].map(({ _id }) => _id);
    const stored = (await loansOf(campus.db, id)).map((loan) => loan.id);
    expect(listed.toSorted()).toEqual(stored.toSorted());
    expect([first.loans.at(-1), ...rest].map((loan) => loan?.holder.id)).toEqual([
      ravi.user.id,
      asha.user.id,
    ]);
  });

  test('the loan that is open comes first, however often it was corrected', async () => {
    const people = [await campus.person(), await campus.person(), await campus.person()] as const;
    const { id } = await campus.key();
    const [first, second, third] = people;
    await correct(await lent(guard, first, id), first, second);
    const open = (await loansOf(campus.db, id)).find(({ returnedAt }) => returnedAt === null);
    await correct(open?.id ?? '', second, third);
    const loans = await historyFor(guard, id);
    expect(loans).toHaveLength(3);
    expect(loans[0]).toMatchObject({ holder: { id: third.user.id }, returnedAt: null });
  });
});

/** Gives a loan that its holder disputes to someone else. */
async function correct(loanId: string, from: TestClient, to: TestClient) {
  await from.get(api.disputeLoan, { params: { id: loanId } });
  const body = { resolution: 'corrected', holderId: to.user.id };
  await admin.get(api.settleDispute, { params: { id: loanId }, body });
}
