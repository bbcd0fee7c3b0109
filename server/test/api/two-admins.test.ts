import { api } from '@keydesk/shared/api';
import type { CampusList } from '@keydesk/shared/campus/campus';
import { withChanges } from '@keydesk/shared/core/edits';
import { recommendedReminderSchedule } from '@keydesk/shared/due/reminder-schedule';
import fc, { type Arbitrary } from 'fast-check';
import { expect, test } from 'vitest';
import { giveKey } from '../handovers.ts';
import { testCampus } from '../test-campus.ts';
import type { Answer, TestClient } from '../test-client.ts';

const campus = testCampus();
const admins = [
  campus.resident('admin', { name: 'Meera Nair' }),
  campus.resident('admin', { name: 'Jonas Weber' }),
];
const [meera, jonas] = admins as [TestClient, TestClient];
const guard = campus.resident('security');

type Shown = { version: number } & Record<string, unknown>;

/** Something that two admins may have open at one time. */
type Thing = {
  /** What an edit may change, in part. */
  fields: Record<string, Arbitrary<unknown>>;
  read(): Promise<Shown>;
  save(by: TestClient, body: object): Promise<Answer>;
};

const text = fc.constantFrom('Alpha', 'Beta', 'Gamma');
const yesNo = fc.boolean();
const part = (fields: Record<string, Arbitrary<unknown>>) =>
  fc.record(fields, { requiredKeys: [] });

async function user(): Promise<Thing> {
  const { id } = (await campus.person()).user;
  const params = { id };
  return {
    fields: {
      name: text,
      email: fc.constantFrom('a', 'b').map((name) => `${name}-${id}@campus.test`),
      role: fc.constantFrom('faculty', 'security'),
    },
    read: async () => (await jonas.get(api.userDetails, { params })).data.user,
    save: (by, body) => by.call(api.updateUser, { params, body }),
  };
}

async function key(): Promise<Thing> {
  const { id } = await campus.key();
  const params = { id };
  return {
    fields: { keyName: text, location: text, description: text, frequentlyUsed: yesNo },
    read: async () => (await jonas.get(api.getKey, { params })).data.key,
    save: (by, body) => by.call(api.updateKey, { params, body }),
  };
}

async function settings(): Promise<Thing> {
  return {
    fields: {
      sessionSettings: part({ maxSessionDuration: fc.integer({ min: 20, max: 30 }) }),
      passwordPolicy: part({ requireNumbers: yesNo, minLength: fc.integer({ min: 8, max: 10 }) }),
      desk: part({ noKeysWhileOverdue: yesNo, lockAfterMinutes: fc.integer({ min: 5, max: 9 }) }),
    },
    read: async () => (await jonas.get(api.getSecuritySettings)).data,
    save: (by, body) => by.call(api.putSecuritySettings, { body }),
  };
}

async function reminderSchedule(): Promise<Thing> {
  await meera.call(api.putLadder, { body: recommendedReminderSchedule });
  return {
    fields: {
      beforeDue: part({ on: yesNo, minutes: fc.integer({ min: 5, max: 9 }) }),
      overdue: part({ on: yesNo }),
      quietHours: part({ on: yesNo, from: fc.constantFrom('21:00', '22:00') }),
    },
    read: async () => {
      const { ladder, version } = (await jonas.get(api.getLadder)).data;
      return { ...ladder, version };
    },
    save: (by, body) => by.call(api.putLadder, { body }),
  };
}

const lists = {
  departments: { add: api.addDepartment, change: api.changeDepartment },
  blocks: { add: api.addBlock, change: api.changeBlock },
  categories: { add: api.addCategory, change: api.changeCategory },
};

function entryOf(list: CampusList) {
  return async (): Promise<Thing> => {
    const code = `T${(await jonas.get(api.getCampus)).data[list].length}`;
    await meera.call(lists[list].add, { body: { code, label: 'New' } });
    return {
      fields: {
        label: text,
        retired: yesNo,
        ...(list === 'departments' && { registers: yesNo, lends: yesNo }),
      },
      read: async () => {
        const entries: Shown[] = (await jonas.get(api.getCampus)).data[list];
        return entries.find((entry) => entry.code === code) as Shown;
      },
      save: (by, body) => by.call(lists[list].change, { params: { code }, body }),
    };
  };
}

async function desk(): Promise<Thing> {
  const number = (await jonas.get(api.listDesks)).data.desks.length;
  const body = { name: `Desk ${number}`, place: 'Gate' };
  await meera.call(api.addDesk, { body });
  const id = (await jonas.get(api.listDesks)).data.desks.at(-1)?.id ?? '';
  return {
    fields: { name: text.map((name) => `${name} ${number}`), place: text, phone: text },
    read: async () =>
      (await jonas.get(api.listDesks)).data.desks.find((each) => each.id === id) as Shown,
    save: (by, body) => by.call(api.changeDesk, { params: { id }, body }),
  };
}

let groups = 0;
async function addGroup(): Promise<string> {
  groups += 1;
  const body = { name: `Group ${groups}` };
  await meera.call(api.addGroup, { body });
  const { groups: all } = (await jonas.get(api.listGroups)).data;
  return all.find(({ name }) => name === body.name)?.id ?? '';
}

async function group(): Promise<Thing> {
  const id = await addGroup();
  return {
    fields: { name: text.map((name) => `${name} ${id}`) },
    read: async () =>
      (await jonas.get(api.listGroups)).data.groups.find((each) => each.id === id) as Shown,
    save: (by, body) => by.call(api.renameGroup, { params: { id }, body }),
  };
}

async function membership(): Promise<Thing> {
  const id = await addGroup();
  const params = { id, userId: (await campus.person()).user.id };
  await meera.call(api.putMember, { params, body: {} });
  return {
    fields: {
      validUntil: fc.integer({ min: 1, max: 9 }).map((day) => `2150-01-0${day}T00:00:00.000Z`),
    },
    read: async () => {
      const { members } = (await jonas.get(api.listGroupMembers, { params: { id } })).data;
      return members[0] as Shown;
    },
    save: (by, body) => by.call(api.putMember, { params, body }),
  };
}

/**
 * One of two admins reads a thing, or saves some fields as it was when they last read it, and then
 * gets the answer or not.
 */
type Step = { by: 0 | 1; save: object | null; answered: boolean };

function stepsOn({ fields }: Thing): Arbitrary<Step[]> {
  const save = part(fields).filter((changes) => Object.keys(changes).length > 0);
  const step = fc.record({
    by: fc.constantFrom(0, 1),
    save: fc.option(save, { freq: 4 }),
    answered: fc.boolean(),
  });
  return fc.array(step as Arbitrary<Step>, { minLength: 4, maxLength: 8 });
}

test.each([
  ['a person', user],
  ['a key', key],
  ['the security settings', settings],
  ['the reminder schedule', reminderSchedule],
  ...(['departments', 'blocks', 'categories'] as const).map(
    (list) => [list, entryOf(list)] as const,
  ),
  ['a desk', desk],
  ['a group', group],
  ['a membership', membership],
] as const)('two admins interleaved on %s: no write is lost unseen', async (_name, create) => {
  const thing = await create();
  await fc.assert(
    fc.asyncProperty(stepsOn(thing), async (steps) => {
      let stored = await thing.read();
      const seen: [Shown, Shown] = [stored, stored];
      const edits: { by: 0 | 1; version: number }[] = [];
      for (const { by, save, answered } of steps) {
        if (!save) {
          seen[by] = stored;
          continue;
        }
        const admin = admins[by] as TestClient;
        const { version } = seen[by];
        const { status, body } = await thing.save(admin, { ...save, version });
        const before = stored;
        stored = await thing.read();
        const conflict = edits.findLast((edit) => edit.by !== by && edit.version > version);
        if (!conflict) {
          expect({ status, body }).toMatchObject({ status: 200 });
          const { version: _before, ...fields } = withChanges(before, save);
          expect(stored).toMatchObject(comparable(fields));
          if (stored.version !== before.version) edits.push({ by, version: stored.version });
          if (answered) seen[by] = stored;
        } else {
          expect(body).toMatchObject({
            error: { code: 'STALE' },
            message: expect.stringMatching(
              new RegExp(`^${admins[conflict.by]?.user.name} changed this at \\d\\d:\\d\\d\\.$`),
            ),
          });
          expect(status).toBe(409);
          expect(stored).toEqual(before);
          const { current } = (body.error as { details: { current: Shown } }).details;
          expect(stored).toMatchObject(flat(current));
          seen[by] = stored;
        }
      }
    }),
    { numRuns: 4 },
  );
});

/** Without what a key's handovers or the clock change. */
function comparable({ updatedAt: _at, ...fields }: Record<string, unknown>) {
  return fields;
}

/** The reminder schedule is answered within what is known about it. */
function flat({ ladder, isDefault: _default, ...rest }: Record<string, unknown>) {
  return ladder ? { ...rest, ...(ladder as object) } : rest;
}

test('what was changed says who by and when, and who leaves the version out overwrites it', async () => {
  const { read, save } = await user();
  const { version } = await read();
  expect((await save(jonas, { name: 'Asha Rao', version })).status).toBe(200);
  const { status, body } = await save(meera, { name: 'Asha R.', version });
  expect({ status, body }).toMatchObject({
    status: 409,
    body: {
      message: expect.stringMatching(/^Jonas Weber changed this at \d\d:\d\d\.$/),
      error: { code: 'STALE', details: { current: { name: 'Asha Rao', version: version + 1 } } },
    },
  });
  expect((await save(meera, { role: 'security' })).status).toBe(200);
  expect(await read()).toMatchObject({ name: 'Asha Rao', role: 'security', version: version + 2 });
});

test('a version that never was is refused', async () => {
  const { read, save } = await user();
  const { version } = await read();
  const { status, body } = await save(meera, { name: 'Asha Rao', version: version + 7 });
  expect({ status, message: body.message }).toEqual({
    status: 409,
    message: expect.stringMatching(/^Someone changed this/),
  });
});

test('a handover is no edit: a key that was handed out meanwhile can be edited', async () => {
  const row = await campus.key();
  const params = { id: row.id };
  const { version } = (await jonas.get(api.getKey, { params })).data.key;
  await giveKey(guard, await campus.person(), row.id);
  const now = (await jonas.get(api.getKey, { params })).data.key;
  expect(now.version).toBeGreaterThan(version);
  const edit = (by: TestClient, keyName: string) =>
    by.call(api.updateKey, { params, body: { keyName, version } });
  expect((await edit(meera, 'Laser lab')).status).toBe(200);
  expect((await edit(jonas, 'Optics lab')).body).toMatchObject({
    message: expect.stringMatching(/^Meera Nair changed this/),
    error: { details: { current: { keyName: 'Laser lab', version: now.version + 1 } } },
  });
});
