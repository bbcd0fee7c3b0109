import { api } from '@keydesk/shared/api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { giveKey } from '../../../test/handovers.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';
import type { TestClient } from '../../../test/test-client.ts';

let campus: TestApp;
let guard: TestClient;

beforeAll(async () => {
  campus = await startTestApp();
  guard = await campus.person('security', { name: 'Gauri Guard' });
});
afterAll(() => campus.close());

async function historyFor(reader: TestClient, id: string, query = {}) {
  return (await reader.get(api.keyHistory, { params: { id }, query })).data.loans;
}

test('faculty see who has a key now and their own loans, the desk sees all', async () => {
  const [asha, ravi, mira] = [await campus.person(), await campus.person(), await campus.person()];
  const { id } = await campus.key();
  const collect = () => guard.get(api.collectKey, { params: { id }, body: { reason: 'Late' } });
  for (const holder of [asha, ravi, asha]) {
    await giveKey(guard, holder, id);
    await collect();
  }
  await giveKey(guard, mira, id);
  const holders = async (reader: TestClient) =>
    (await historyFor(reader, id)).map(({ holder }) => holder.id);
  const [a, r, m] = [asha.user.id, ravi.user.id, mira.user.id];
  expect(await holders(guard)).toEqual([m, a, r, a]);
  expect(await holders(await campus.person('admin'))).toEqual([m, a, r, a]);
  expect(await holders(asha)).toEqual([m, a, a]);
  expect(await holders(ravi)).toEqual([m, r]);
  expect(await holders(await campus.person())).toEqual([m]);

  const [open, own] = await historyFor(asha, id);
  expect(open).toMatchObject({ holder: { name: mira.user.name }, handedBy: null });
  expect(own).toMatchObject({ handedBy: { name: 'Gauri Guard' }, reason: 'Late' });
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
