import { api } from '@keydesk/shared/api';
import { askFor, decide, inMinutes, restrict } from '../../server/test/access.ts';
import type { TestClient } from '../../server/test/test-client.ts';
import type { TestApp } from '../harness/test-app.ts';
import { offers, opens, type Screen, type ScreenTour, shows } from './screen.ts';

/** A key with an owner, who decides about it. */
async function keyOf(campus: TestApp, owner: TestClient) {
  const key = await campus.key();
  await restrict(campus.db, key._id, owner);
  return key;
}

const toDecide = '/dashboard/to-decide';
const myAccess = '/dashboard/my-access';

const deciding: readonly Screen[] = [
  { name: 'no open requests', path: toDecide, reach: shows('No open requests') },
  {
    name: 'Requests',
    path: toDecide,
    reach: async (page, campus, who) => {
      const asha = await campus.person();
      const [open, decided, given] = [
        await keyOf(campus, who),
        await keyOf(campus, who),
        await keyOf(campus, who),
      ];
      await askFor(asha, open._id, 'A measurement that takes longer than one may think');
      const { id } = await askFor(asha, decided._id);
      await decide(who, id, { decision: 'deny', note: 'During exams nobody works there' });
      const body = { keyId: given._id, userId: asha.user.id, validUntil: inMinutes(600) };
      await who.get(api.addGrant, { body: { ...body, reason: 'Runs the instrument' } });
      await page.reload();
      await offers(/^End:/)(page);
      await offers(/^Approve:/)(page);
    },
  },
  { name: 'another end', path: toDecide, reach: opens(/^Approve until/, 'Approve or deny') },
  { name: 'giving access', path: toDecide, reach: opens('Give access', 'Give access') },
  { name: 'renewing access', path: toDecide, reach: opens(/^Renew:/, 'Renew access') },
  { name: 'ending access', path: toDecide, reach: opens(/^End:/, 'End access') },
];

const asking: readonly Screen[] = [
  { name: 'My access without any', path: myAccess, reach: shows('Nothing yet') },
  {
    name: 'a key that needs approval',
    path: '/dashboard/faculty/keylist',
    reach: async (page, campus) => {
      const key = await keyOf(campus, await campus.person('faculty', { name: 'Dr Owner' }));
      await page.goto(`/dashboard/faculty/keylist?key=${key._id}`);
      await offers(/^Request access/)(page);
    },
  },
  {
    name: 'a request',
    path: '/dashboard/faculty/keylist',
    reach: async (page, campus) => {
      const key = await keyOf(campus, await campus.person());
      await page.goto(`/dashboard/faculty/keylist?key=${key._id}`);
      await opens(/^Request access/, 'Request access')(page);
    },
  },
  {
    name: 'My access',
    path: myAccess,
    reach: async (page, campus, who) => {
      const owner = await campus.person();
      for (const decision of ['approve', 'deny', null]) {
        const { id } = await askFor(who, (await keyOf(campus, owner))._id);
        if (decision) await decide(owner, id, { decision });
      }
      await page.reload();
      await offers(/^Show code/)(page);
      await offers(/^Withdraw/)(page);
    },
  },
];

export const access: readonly ScreenTour[] = [
  {
    who: 'someone who decides about keys',
    arrives: async (campus) => {
      const owner = await campus.person();
      await keyOf(campus, owner);
      return owner;
    },
    screens: deciding,
  },
  { who: 'someone who requests keys', arrives: ({ person }) => person(), screens: asking },
];
