import { api } from '@keydesk/shared/api';
import { beforeAll, expect, test } from 'vitest';
import { askFor, decide } from '../../../test/access.ts';
import { testCampus } from '../../../test/test-campus.ts';
import type { TestClient } from '../../../test/test-client.ts';

const rounds = 50;
let admin: TestClient;
let asha: TestClient;

const campus = testCampus();
const owner = campus.resident('faculty', { name: 'Dr Menon' });
beforeAll(async () => {
  const second = await campus.another();
  admin = (await campus.person('admin', { name: 'The Admin' })).at(second);
});

/** By someone new each time, because no one may ask often. */
async function asked() {
  asha = await campus.person();
  const key = await campus.key({ level: 'restricted', ownerId: owner.user.id });
  return { key, id: (await askFor(asha, key.id)).id };
}

async function grantsFor(keyId: string): Promise<number> {
  return (await asha.get(api.listGrants, { query: { keyId } })).data.grants.length;
}

test(`of two who decide at the same time the first one does, ${rounds} times`, async () => {
  const winners = new Set<string>();
  for (let round = 0; round < rounds; round += 1) {
    const { key, id } = await asked();
    const answers = await Promise.all([
      decide(owner, id, { decision: 'approve' }),
      decide(admin, id, { decision: round % 2 === 0 ? 'approve' : 'deny' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const first = answers[0].status === 200 ? 'Dr Menon' : 'The Admin';
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      message: `${first} has already decided.`,
      error: { code: 'REQUEST_DECIDED' },
    });
    const approved = answers[0].status === 200 || round % 2 === 0;
    expect(await grantsFor(key.id)).toBe(approved ? 1 : 0);
    winners.add(first);
  }
  expect(winners.size).toBe(2);
}, 120_000);

test(`a request is withdrawn or approved, never both, ${rounds} times`, async () => {
  for (let round = 0; round < rounds; round += 1) {
    const { key, id } = await asked();
    const [withdrawn, approved] = await Promise.all([
      decide(asha, id, { decision: 'withdraw' }),
      decide(round % 2 === 0 ? owner : admin, id, { decision: 'approve' }),
    ]);
    expect([withdrawn.status, approved.status].sort()).toEqual([200, 409]);
    expect(await grantsFor(key.id)).toBe(approved.status === 200 ? 1 : 0);
    if (approved.status === 409)
      expect(approved.body).toMatchObject({ error: { code: 'REQUEST_OVER' } });
  }
}, 120_000);
