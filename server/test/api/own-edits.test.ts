import { api } from '@keydesk/shared/api';
import { campusLists } from '@keydesk/shared/campus/campus';
import type { Route } from '@keydesk/shared/http/route';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { giveKey } from '../handovers.ts';
import { testCampus } from '../test-campus.ts';
import type { TestClient } from '../test-client.ts';

const campus = testCampus();
const meera = campus.resident('admin', { name: 'Meera Nair' });
const jonas = campus.resident('admin', { name: 'Jonas Weber' });
const guard = campus.resident('security');

type Version = number | string;

/** Something that admins edit, naming the version that they saw. */
type Thing = {
  /** The routes that edit it, each with its path and the body of an edit that differs by `n`. */
  routes: readonly {
    route: Route;
    params?: Record<string, string>;
    edit: (n: number, version: Version) => object;
  }[];
  version(): Promise<Version>;
};

const labelled = (n: number, version: Version) => ({ label: `Edit ${n}`, version });

async function entry(list: (typeof campusLists)[number]): Promise<Thing> {
  const code = `Z${list.slice(0, 1).toUpperCase()}`;
  const { add, change } = {
    departments: { add: api.addDepartment, change: api.changeDepartment },
    blocks: { add: api.addBlock, change: api.changeBlock },
    categories: { add: api.addCategory, change: api.changeCategory },
  }[list];
  await meera.call(add, { body: { code, label: 'New' } });
  return {
    routes: [{ route: change, params: { code }, edit: labelled }],
    version: async () =>
      (await meera.get(api.getCampus)).data[list].find((each) => each.code === code)?.version ?? 0,
  };
}

const things: Record<string, () => Promise<Thing>> = {
  'the security settings': async () => ({
    routes: [
      {
        route: api.putSecuritySettings,
        edit: (n, version) => ({ sessionSettings: { maxSessionDuration: 20 + n }, version }),
      },
    ],
    version: async () => (await meera.get(api.getSecuritySettings)).data.version,
  }),
  'the reminder schedule': async () => ({
    routes: [
      {
        route: api.putLadder,
        edit: (n, version) => ({ beforeDue: { on: false, minutes: 10 + n }, version }),
      },
    ],
    version: async () => (await meera.get(api.getLadder)).data.version,
  }),
  'opening hours': async () => ({
    routes: [
      {
        route: api.putOpening,
        edit: (n, version) => ({
          hours: [{ weekday: 1, opens: '08:00', closes: `17:${10 + n}` }],
          timezone: 'Europe/Berlin',
          version,
        }),
      },
    ],
    version: async () => (await meera.get(api.getOpening)).data.version,
  }),
  'closed days': async () => ({
    routes: [
      {
        route: api.putDays,
        edit: (n, version) => ({
          days: [{ day: '2150-01-01', kind: 'closed', label: `Day ${n}` }],
          version,
        }),
      },
    ],
    version: async () => (await meera.get(api.getDays)).data.version,
  }),
  ...Object.fromEntries(campusLists.map((list) => [`an entry of ${list}`, () => entry(list)])),
  'a desk': async () => {
    const { desk } = (await meera.get(api.addDesk, { body: { name: 'Gate', place: 'Gate' } })).data;
    return {
      routes: [
        {
          route: api.changeDesk,
          params: { id: desk.id },
          edit: (n, version) => ({ place: `Place ${n}`, version }),
        },
      ],
      version: async () =>
        (await meera.get(api.listDesks)).data.desks.find(({ id }) => id === desk.id)?.version ?? 0,
    };
  },
  'a person': async () => {
    const params = { id: (await campus.person()).user.id };
    return {
      routes: [
        {
          route: api.updateUser,
          params,
          edit: (n, version) => ({ name: `Asha ${'ABCDEFGHIJ'[n]}`, version }),
        },
      ],
      version: async () => (await meera.get(api.userDetails, { params })).data.user.version,
    };
  },
  'a key': async () => {
    const params = { id: (await campus.key()).id };
    return {
      routes: [
        {
          route: api.updateKey,
          params,
          edit: (n, version) => ({ description: `Edit ${n}`, version }),
        },
      ],
      version: async () => (await meera.get(api.getKey, { params })).data.key.version,
    };
  },
  'a group': async () => {
    const { group } = (await meera.get(api.addGroup, { body: { name: 'Lab' } })).data;
    return {
      routes: [
        {
          route: api.renameGroup,
          params: { id: group.id },
          edit: (n, version) => ({ name: `Lab ${n}`, version }),
        },
      ],
      version: async () =>
        (await meera.get(api.listGroups)).data.groups.find(({ id }) => id === group.id)?.version ??
        0,
    };
  },
  'a membership': async () => {
    const { group } = (await meera.get(api.addGroup, { body: { name: 'Members' } })).data;
    const params = { id: group.id, userId: (await campus.person()).user.id };
    await meera.get(api.putMember, { params, body: {} });
    return {
      routes: [
        {
          route: api.putMember,
          params,
          edit: (n, version) => ({ validUntil: `2150-01-0${n}T00:00:00.000Z`, version }),
        },
      ],
      version: async () =>
        (await meera.get(api.listGroupMembers, { params: { id: group.id } })).data.members[0]
          ?.version ?? 0,
    };
  },
};

const edited = new Set<string>();

test.each(Object.entries(things))(
  'an own change of %s since then is no conflict, somebody else’s is',
  async (_name, create) => {
    const { routes, version } = await create();
    for (const { route, params, edit } of routes) {
      edited.add(`${route.method} ${route.path}`);
      const save = async (by: TestClient, n: number, shown: Version) => {
        const { status, body } = await by.call(route, {
          ...(params && { params }),
          body: edit(n, shown),
        });
        return status === 200 ? 'saved' : `${status} ${body.message}`;
      };
      const conflictWith = (name: string) =>
        expect.stringMatching(
          new RegExp(
            `^409 (${name} changed this at \\d\\d:\\d\\d\\.|Someone else has changed this)`,
          ),
        );
      const first = await version();
      expect(await save(meera, 1, first)).toBe('saved');
      expect(await save(meera, 1, first), 'a retry after a lost answer').toBe('saved');
      expect(await save(meera, 2, first), 'another own edit').toBe('saved');
      const hers = await version();

      expect(await save(jonas, 3, first)).toEqual(conflictWith('Meera Nair'));
      expect(await version()).toBe(hers);
      expect(await save(jonas, 3, hers)).toBe('saved');
      const his = await version();
      expect(await save(meera, 4, hers)).toEqual(conflictWith('Jonas Weber'));
      expect(await save(meera, 4, his)).toBe('saved');
      expect(await save(meera, 5, hers), 'his change lies between').toEqual(
        conflictWith('Jonas Weber'),
      );
      expect(await save(meera, 5, his)).toBe('saved');
      expect(await save(jonas, 6, his)).toEqual(conflictWith('Meera Nair'));
    }
  },
);

test('a handover between is no edit of the key either', async () => {
  const { id } = await campus.key();
  const { version } = (await meera.get(api.getKey, { params: { id } })).data.key;
  await giveKey(guard, await campus.person(), id);
  const edit = { params: { id }, body: { description: 'Mine', version } };
  await meera.get(api.updateKey, edit);
  await guard.get(api.collectKey, { params: { id }, body: {} });
  expect((await meera.call(api.updateKey, edit)).status).toBe(200);
});

test('the whole security settings can be sent back twice as they were read', async () => {
  const { data: body } = await jonas.get(api.getSecuritySettings);
  for (const _ of [1, 2])
    expect((await jonas.call(api.putSecuritySettings, { body })).status).toBe(200);
});

test('every route whose body has a version is tried here', () => {
  const versioned = Object.values<Route>(api).filter(
    ({ body }) => body instanceof z.ZodObject && 'version' in body.shape,
  );
  expect(versioned.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(
    [...edited].toSorted(),
  );
});
