import { api } from '@keydesk/shared/api';
import type { Route } from '@keydesk/shared/http/route';
import { expect, test } from 'vitest';
import { testCampus } from '../test-campus.ts';
import type { TestClient } from '../test-client.ts';

const campus = testCampus();
const admin = campus.resident('admin');

/** How a record is edited, and all that a front end sends of it. */
type Edited = {
  route: Route;
  params?: { id: string } | { code: string };
  by?: TestClient;
  whole: Record<string, unknown>;
};

/** Puts texts into a row, known by its id or code, that an earlier version let in. */
async function store(table: string, row: string, texts: Record<string, string>): Promise<void> {
  const known = ['departments', 'blocks', 'categories'].includes(table) ? 'code' : 'id';
  for (const [column, text] of Object.entries(texts)) {
    const sql = `UPDATE ${table} SET ${column} = $1 WHERE ${known} = $2`;
    expect((await campus.db.query(sql, [text, row])).rowCount).toBe(1);
  }
}

async function storedPerson(): Promise<TestClient> {
  const person = await campus.person();
  await store('users', person.user.id, { name: 'Rao/Asha www.rao.in' });
  return person;
}

function storedEntry(route: Route, list: 'departments' | 'blocks' | 'categories', code: string) {
  return async (): Promise<Edited> => {
    await store(list, code, { label: 'Old\nLabel' });
    return { route, params: { code }, whole: { label: 'Old\nLabel', retired: false } };
  };
}

const edits: Record<string, () => Promise<Edited>> = {
  async 'a person'() {
    const { user } = await storedPerson();
    const whole = { name: 'Rao/Asha www.rao.in', email: user.email, role: user.role };
    return { route: api.updateUser, params: { id: user.id }, whole };
  },
  async 'one’s own profile'() {
    const by = await storedPerson();
    return { route: api.updateProfile, by, whole: { name: 'Rao/Asha www.rao.in' } };
  },
  async 'a key'() {
    const { id, keyNumber } = await campus.key();
    await store('keys', id, {
      key_name: 'Old\nLab',
      location: 'Floor\t1',
      hook: 'A\u202e1',
    });
    const { data } = await admin.get(api.getKey, { params: { id } });
    const { description, category, department, block, frequentlyUsed } = data.key;
    const texts = { keyNumber, keyName: 'Old\nLab', location: 'Floor\t1', hook: 'A\u202e1' };
    const whole = { ...texts, description, category, department, block, frequentlyUsed };
    return { route: api.updateKey, params: { id }, whole };
  },
  async 'a desk'() {
    const body = { name: 'Old Desk', place: 'Gate', phone: '1' };
    const { id } = (await admin.get(api.addDesk, { body })).data.desk;
    const texts = { name: 'Old\tDesk', place: 'Main\nGate', phone: '040\n1' };
    await store('desks', id, texts);
    return { route: api.changeDesk, params: { id }, whole: { ...texts, retired: false } };
  },
  'a department': storedEntry(api.changeDepartment, 'departments', 'CSE'),
  'a block': storedEntry(api.changeBlock, 'blocks', 'A'),
  'a category': storedEntry(api.changeCategory, 'categories', 'other'),
};

test.each(Object.entries(edits))(
  '%s with texts of an earlier time may be sent whole, and no text may become like that',
  async (_name, prepare) => {
    const { route, params, by = admin, whole } = await prepare();
    const save = (body: object) => by.call(route, { params: params ?? {}, body });
    expect(await save(whole)).toMatchObject({ status: 200 });
    const [text = '', stored] = Object.entries(whole)[0] ?? [];
    expect(await save({ ...whole, [text]: `${stored}\n1` })).toMatchObject({
      status: 400,
      body: { error: { code: 'BAD_INPUT' } },
    });
    expect(await save(whole)).toMatchObject({ status: 200 });
  },
);
