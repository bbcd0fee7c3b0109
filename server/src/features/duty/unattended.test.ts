import { api } from '@keydesk/shared/api';
import type { Route } from '@keydesk/shared/http/route';
import { expect, test } from 'vitest';
import { addAccessRule } from '../../../test/access-admin.ts';
import { beginDuty, enrolComputer, type TestComputer } from '../../../test/desk-computer.ts';
import { openLoan } from '../../../test/factories/loans.ts';
import { giveKey } from '../../../test/handovers.ts';
import { testCampus } from '../../../test/test-campus.ts';

const campus = testCampus();
const guard = campus.resident('security');
const holder = campus.resident();

const hook = 'Cabinet 7, hook 41';

/** A key that should have been back, so that every list of the desk names its holder. */
async function lateKey(): Promise<{ id: string }> {
  const key = await campus.key({ hook });
  const [keyId, holderId, handedBy] = [key.id, holder.user.id, guard.user.id];
  const dueAt = new Date(Date.now() - 3_600_000);
  const [takenAt, graceUntil] = [new Date(dueAt.getTime() - 3_600_000), dueAt];
  await openLoan(campus.db, { keyId, holderId, handedBy, takenAt, dueAt, graceUntil });
  return key;
}

const routes: readonly Route[] = Object.values(api);
// What the outage sheet says is tested where it is made: a file cannot be searched.
const reads = routes.filter(
  ({ method, deskComputer, response }) =>
    method === 'GET' && deskComputer === 'always' && response !== null,
);

/** Everything that this computer may read while no one is on duty there, as text. */
async function readAll(computer: TestComputer, keyId: string): Promise<string> {
  const answers = await Promise.all([
    ...reads.map((route) => computer.get(route, { params: { id: keyId } })),
    computer.get(api.listKeys, { query: { status: 'unavailable' } }),
  ]);
  return JSON.stringify(answers);
}

/** What a page of this computer is told while a key changes hands elsewhere. */
async function hear(computer: TestComputer): Promise<string> {
  const page = await computer.openPage();
  const key = await giveKey(guard, holder, (await campus.key({ hook })).id);
  await guard.get(api.collectKey, { params: { id: key._id } });
  await page.caughtUp();
  expect(page.received('key-updated')).toHaveLength(2);
  return JSON.stringify(page.events);
}

test('a desk’s computer reads and hears addresses and hooks only while a guard is on duty there', async () => {
  const { id } = await lateKey();
  const computer = await enrolComputer(campus);
  const expectSecrets = async (told: boolean) => {
    for (const text of [await readAll(computer, id), await hear(computer)]) {
      expect(text).toContain(holder.user.name);
      expect(text.includes('@')).toBe(told);
      expect(text.includes(hook)).toBe(told);
    }
  };
  expect(reads.length).toBeGreaterThan(5);
  await expectSecrets(false);
  /** Pages that are open when the duty changes have to connect again. */
  const change = async (act: () => Promise<unknown>) => {
    const page = await computer.openPage();
    await act();
    expect(await page.ended).toBe('io server disconnect');
  };
  await change(() => beginDuty(computer, guard));
  await expectSecrets(true);
  await change(() => computer.get(api.lockDuty));
  await expectSecrets(false);
  await change(() => beginDuty(computer, guard));
  await expectSecrets(true);
  await change(() => computer.get(api.endDuty));
  await expectSecrets(false);
});

test('a desk’s computer without a guard is told which keys are recalled, but not why', async () => {
  const admin = await campus.person('admin');
  const computer = await enrolComputer(campus);
  const { _id: id } = await giveKey(guard, holder, (await campus.key()).id);
  const page = await computer.openPage();
  await addAccessRule(admin, { target: 'key', targetId: id });
  await page.caughtUp();
  const { keys } = (await computer.get(api.listKeys)).data;
  const listed = keys.find(({ _id }) => _id === id);
  const heard = page.received('key-updated').at(-1)?.key;
  for (const key of [listed, heard]) {
    expect(key).toMatchObject({ _id: id, recalledAt: expect.any(String) });
    expect(key).not.toHaveProperty('recallReason');
  }
});
