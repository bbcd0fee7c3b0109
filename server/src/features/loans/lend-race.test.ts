import { api } from '@keydesk/shared/api';
import { beforeAll, expect, test } from 'vitest';
import { loansOf, plantRequestCodes } from '../../../test/handovers.ts';
import { lend } from '../../../test/lending.ts';
import { testCampus } from '../../../test/test-campus.ts';
import type { TestClient } from '../../../test/test-client.ts';

const rounds = 10;
const crowd = 6;
let desks: TestClient[];
let faculty: TestClient[];

const campus = testCampus();
beforeAll(async () => {
  const second = await campus.another();
  const people = (role: 'security' | 'faculty') =>
    Promise.all(Array.from({ length: crowd }, () => campus.person(role)));
  desks = (await people('security')).map((desk, index) => (index % 2 ? desk.at(second) : desk));
  faculty = await people('faculty');
});

test(`by name, by code and back at once: each round makes one loan, ${rounds} times`, async () => {
  const key = await campus.key();
  for (let round = 1; round <= rounds; round += 1) {
    const texts = await plantRequestCodes(campus.db, faculty, key.id);
    const answers = await Promise.all(
      desks.flatMap((desk, index) => {
        const holder = faculty[index];
        return [
          ...(holder ? [lend(desk, holder, key.id)] : []),
          desk.call(api.scanRequest, { body: { qrData: texts[index] } }),
        ];
      }),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(answers.length - 1);
    expect(await loansOf(campus.db, key.id)).toHaveLength(round);
    const returns = await Promise.all(
      desks.map((desk) => desk.call(api.collectKey, { params: { id: key.id } })),
    );
    expect(returns.filter(({ status }) => status === 200)).toHaveLength(1);
  }
}, 120_000);

test(`while the key comes back, whoever gets it next gets it whole, ${rounds} times`, async () => {
  const key = await campus.key();
  for (let round = 0; round < rounds; round += 1) {
    await Promise.all(
      desks.flatMap((desk, index) => {
        const holder = faculty[index];
        const collect = desk.call(api.collectKey, { params: { id: key.id } });
        return holder ? [lend(desk, holder, key.id), collect] : [collect];
      }),
    );
  }
  const loans = await loansOf(campus.db, key.id);
  const open = loans.filter(({ returnedAt }) => returnedAt === null);
  expect(open.length).toBeLessThanOrEqual(1);
  for (const [index, { takenAt }] of loans.entries()) {
    const before = loans[index - 1]?.returnedAt;
    if (before) expect(takenAt.getTime()).toBeGreaterThanOrEqual(before.getTime());
  }
}, 120_000);
