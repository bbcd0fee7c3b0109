import { api } from '@keydesk/shared/api';
import { beforeAll, expect, test } from 'vitest';
import { insertDesk } from '../../../../test/desk-computer.ts';
import { testCampus } from '../../../../test/test-campus.ts';
import { uploaded } from './testing/upload.ts';

let mainId: string;
let blockId: string;
let goneId: string;

const campus = testCampus();
const admin = campus.resident('admin');
beforeAll(async () => {
  mainId = await insertDesk(campus, { name: 'Main Desk' });
  blockId = await insertDesk(campus, { name: 'Block D, cellar' });
  goneId = await insertDesk(campus, { name: 'Old Gate', retiredAt: new Date() });
});

async function keyNumbered(number: string) {
  const { data } = await admin.get(api.listKeys, { query: { search: number } });
  return data.keys.find(({ keyNumber }) => keyNumber === number);
}

test('a file names desks by their name, and gives hooks', async () => {
  const key = await campus.key({
    keyNumber: 'OLD-1',
    deskId: mainId,
    awayDeskId: blockId,
    hook: '9',
  });
  const result = await uploaded(
    admin,
    'keys',
    [
      'Key Number,Key Name,Location,Desk,Hook',
      'NEW-1,Lab,D 1,"block d, CELLAR",Cabinet 2 · 14',
      'NEW-2,Store,D 2,,',
      `OLD-1,${key.keyName},"${key.location}","Block D, cellar",`,
    ].join('\n'),
    { emptyClears: true },
  );
  expect(result).toMatchObject({ created: 2, updated: 1, applied: true });
  expect(await keyNumbered('NEW-1')).toMatchObject({ deskId: blockId, hook: 'Cabinet 2 · 14' });
  const [bare, changed] = [await keyNumbered('NEW-2'), await keyNumbered('OLD-1')];
  expect(bare).not.toHaveProperty('deskId');
  expect(bare).not.toHaveProperty('hook');
  expect(changed).toMatchObject({ deskId: blockId, version: 2 });
  expect(changed).not.toHaveProperty('hook');
  // It lies where its home is now.
  expect(changed).not.toHaveProperty('awayDeskId');
});

test.each([
  ['Unknown Desk,', 'Unknown desk: Unknown Desk'],
  ['Old Gate,', 'Old Gate is retired. Choose another desk.'],
  [`,${'x'.repeat(31)}`, 'Hook must be at most 30 characters'],
])('a row with "%s" is refused', async (cells, problem) => {
  const file = `Key Number,Key Name,Location,Desk,Hook\nBAD-1,Lab,D 1,${cells}`;
  const result = await uploaded(admin, 'keys', file);
  expect(result).toMatchObject({ refused: 1, applied: false, rows: [{ problems: [problem] }] });
});

test('exported desks and hooks are read back as unchanged, retired desks among them', async () => {
  await campus.key({ keyNumber: 'EXP-1', deskId: goneId, hook: '=1' });
  await campus.key({ keyNumber: 'EXP-2', deskId: mainId });
  await campus.key({ keyNumber: 'EXP-3', hook: 'Wall, left' });
  const file = String((await admin.call(api.exportKeys)).body.text);
  expect(file).toContain(',Old Gate,');
  const result = await uploaded(admin, 'keys', file);
  expect(result).toMatchObject({ created: 0, updated: 0, refused: 0 });
});
