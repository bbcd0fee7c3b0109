import { api } from '@keydesk/shared/api';
import { beforeAll, expect, test } from 'vitest';
import {
  batchCode,
  giveKey,
  loansOf,
  plantRequestCodes,
  requestCode,
  returnCode,
} from '../../../test/handovers.ts';
import { testCampus } from '../../../test/test-campus.ts';
import type { Answer, TestClient } from '../../../test/test-client.ts';

const crowd = 50;
const rounds = 10;
let desks: TestClient[];
let faculty: TestClient[];

const campus = testCampus();
const second = campus.secondProcess();
beforeAll(async () => {
  const people = (role: 'security' | 'faculty') =>
    Promise.all(Array.from({ length: crowd }, () => campus.person(role)));
  const atEither = (visitor: TestClient, index: number) =>
    index % 2 === 0 ? visitor : visitor.at(second);
  desks = (await people('security')).map(atEither);
  faculty = await people('faculty');
});

function first<T>(list: readonly T[]): T {
  const [item] = list;
  if (item === undefined) throw new Error('The list is empty');
  return item;
}

async function expectOneWinner(answers: readonly Answer[], keyId: string) {
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(answers.length - 1);
  const open = (await loansOf(campus.db, keyId)).filter((loan) => loan.returnedAt === null);
  expect(open).toHaveLength(1);
}

function scanBy(desk: TestClient, qrData: string) {
  return desk.call(api.scanRequest, { body: { qrData } });
}

test(`of ${crowd} desks scanning one code exactly one hands the key over, ${rounds} times`, async () => {
  const key = await campus.key();
  for (let round = 0; round < rounds; round += 1) {
    const { qrText } = await requestCode(first(faculty), key.id);
    await expectOneWinner(await Promise.all(desks.map((desk) => scanBy(desk, qrText))), key.id);
    await first(desks).get(api.collectKey, { params: { id: key.id } });
  }
  expect(await loansOf(campus.db, key.id)).toHaveLength(rounds);
});

test(`of ${crowd} codes for one key exactly one is honoured, ${rounds} times`, async () => {
  const key = await campus.key();
  for (let round = 0; round < rounds; round += 1) {
    const texts = await plantRequestCodes(campus.db, faculty, key.id);
    const scans = desks.map((desk, index) => scanBy(desk, texts[index] ?? ''));
    await expectOneWinner(await Promise.all(scans), key.id);
    await first(desks).get(api.collectKey, { params: { id: key.id } });
  }
  expect(await loansOf(campus.db, key.id)).toHaveLength(rounds);
});

test('one desk sending the same scan many times at once gets one answer many times', async () => {
  const key = await campus.key();
  const { qrText } = await requestCode(first(faculty), key.id);
  const answers = await Promise.all(Array.from({ length: 20 }, () => scanBy(first(desks), qrText)));
  const [done, ...others] = answers.map(({ body }) => body.data as { repeated?: true });
  const all = [done, ...others].map(({ repeated: _, ...handover } = {}) => handover);
  for (const handover of all) expect(handover).toEqual(all[0]);
  expect([done, ...others].filter((data) => data?.repeated)).toHaveLength(answers.length - 1);
  expect(await loansOf(campus.db, key.id)).toHaveLength(1);
});

test('returns, batches and collections of the same keys at once close each loan once', async () => {
  const holder = first(faculty);
  const guard = first(desks);
  const keyIds = await Promise.all(Array.from({ length: 6 }, async () => (await campus.key()).id));
  for (const id of keyIds) await giveKey(guard, holder, id);
  const batches = await Promise.all(
    faculty.slice(1, 5).map(async (person) => (await batchCode(person, keyIds)).qrText),
  );
  const own = await returnCode(holder, first(keyIds));
  const answers = await Promise.all([
    ...batches.map((qrData, index) =>
      (desks[index] ?? guard).call(api.batchReturn, { body: { qrData } }),
    ),
    guard.call(api.scanReturn, { body: { qrData: own.qrText } }),
    ...keyIds.map((id) => guard.call(api.collectKey, { params: { id } })),
  ]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
  for (const id of keyIds)
    expect(await loansOf(campus.db, id)).toMatchObject([{ returnedAt: expect.any(Date) }]);
});
