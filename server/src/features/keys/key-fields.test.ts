import { keyColumns, updatedColumn } from '@keydesk/shared/administration/imports';
import { api } from '@keydesk/shared/api';
import {
  emptyKey,
  filedFields,
  type KeyFieldName,
  keyField,
  keyFieldNames,
} from '@keydesk/shared/keys/key-fields';
import { t as headingText } from '@keydesk/shared/texts/en/file-headings';
import { beforeAll, expect, test } from 'vitest';
import { insertDesk } from '../../../test/desk-computer.ts';
import { testCampus } from '../../../test/test-campus.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { uploaded } from '../administration/imports/testing/upload.ts';

let deskId: string;

const campus = testCampus();
const admin = campus.resident('admin');
const guard = campus.resident('security');
const asha = campus.resident();
beforeAll(async () => {
  deskId = await insertDesk(campus, { name: 'North Desk' });
});

let numbers = 0;

/** A value that no other key of the campus has, where the field allows that. */
function valueFor(name: KeyFieldName): string | boolean {
  const field = keyField(name);
  numbers += 1;
  switch (field.kind) {
    case 'line':
    case 'text':
      return `Zeta${numbers}`;
    case 'yes-no':
      return true;
    case 'entry':
      return { departments: 'CIVIL', blocks: 'PG', categories: 'lab' }[field.list];
    case 'choice':
      return Object.keys(field.choices).at(-1) ?? '';
    case 'desk':
      return deskId;
    case 'person':
      return asha.user.id;
  }
}

async function added(given: object) {
  numbers += 1;
  const body = { keyNumber: `F-${numbers}`, keyName: 'Lab', location: 'Floor 1', ...given };
  return (await admin.get(api.createKey, { body })).data.key;
}

async function seenBy(reader: TestClient, id: string) {
  const { key } = (await reader.get(api.getKey, { params: { id } })).data;
  const listed = (await reader.get(api.listKeys)).data.keys.find(({ _id }) => _id === id);
  expect(listed).toEqual(key);
  return key;
}

test.each(keyFieldNames)(
  '%s is stored, told to those who may read it, and emptied',
  async (name) => {
    const value = valueFor(name);
    const { _id: id } = await added({ [name]: value });
    expect(await seenBy(guard, id)).toHaveProperty(name, value);
    const others = await seenBy(asha, id);
    if (keyField(name).readers === 'everybody') expect(others).toHaveProperty(name, value);
    else expect(others).not.toHaveProperty(name);
    const empty = emptyKey[name];
    if (empty === '' && name !== 'description') return;
    await admin.get(api.updateKey, { params: { id }, body: { [name]: empty } });
    expect((await seenBy(guard, id))[name] ?? emptyKey[name]).toBe(empty);
  },
);

const choices = keyFieldNames.flatMap((name) => {
  const field = keyField(name);
  return field.kind === 'choice'
    ? Object.keys(field.choices).map((one) => [name, one] as const)
    : [];
});

test.each(choices)('%s takes %s, in the database too', async (name, value) => {
  expect((await added({ [name]: value }))[name] ?? emptyKey[name]).toBe(value);
});

test.each(keyFieldNames.filter((name) => keyField(name).searched !== 'no'))(
  '%s is searched',
  async (name) => {
    const value = valueFor(name);
    const { _id: id } = await added({ [name]: value });
    const query = { search: String(value) };
    const { keys } = (await guard.get(api.listKeys, { query })).data;
    expect(keys.map(({ _id }) => _id)).toContain(id);
  },
);

test('a file has a column for each field that files hold, and gives keys the same values', async () => {
  const given = Object.fromEntries(filedFields.map((name) => [name, valueFor(name)]));
  const { _id: id, ...key } = await added(given);
  const text = String((await admin.call(api.exportKeys)).body.text);
  const [heading, ...rows] = text.split('\r\n');
  const headings = [...Object.values(keyColumns), updatedColumn];
  expect(heading).toBe(headings.map((each) => headingText(each)).join(','));
  expect(await uploaded(admin, 'keys', text)).toMatchObject({ updated: 0, refused: 0 });
  const row = rows.find((each) => each.startsWith(key.keyNumber)) ?? '';
  const copy = `${heading}\r\n${row.replace(key.keyNumber, 'COPY-1')}`;
  expect(await uploaded(admin, 'keys', copy)).toMatchObject({ created: 1 });
  const { keys } = (await guard.get(api.listKeys, { query: { search: 'COPY-1' } })).data;
  expect(keys).toMatchObject([{ ...given, keyNumber: 'COPY-1' }]);
});
