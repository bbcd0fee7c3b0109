import { api, type RouteName } from '@keydesk/shared/api';
import type { Route } from '@keydesk/shared/http/route';
import { beforeAll, expect, test } from 'vitest';
import { openLoan } from '../factories/loans.ts';
import { testCampus } from '../test-campus.ts';

const campus = testCampus();
const admin = campus.resident('admin', { language: 'de' });
const asha = campus.resident();
const ids: Record<string, string> = {};

beforeAll(async () => {
  const key = await campus.key();
  const loan = { keyId: key.id, holderId: asha.user.id, handedBy: admin.user.id };
  await openLoan(campus.db, { ...loan, identifiedBy: 'desk' });
  await admin.get(api.reportKey, { params: { id: key.id }, body: { kind: 'damaged' } });
  Object.assign(ids, { keys: key.id, people: asha.user.id });
});

/** Reads the file as someone whose browser and account are German. */
async function read(name: RouteName, query: Record<string, string> = {}) {
  const route: Route = api[name];
  const { status, headers, body } = await admin.call(route, {
    params: { id: ids[route.path.split('/')[1] ?? ''] ?? '' },
    query,
    headers: { 'accept-language': 'de' },
  });
  return {
    status,
    message: body.message,
    text: String(body.text).replace('\ufeff', ''),
    language: headers.get('content-language'),
    file: headers.get('content-disposition')?.replace(/(-\d+)+/, ''),
  };
}

const files: [RouteName, string, english: string, german: string][] = [
  ['exportKeys', 'keys', 'Key Number,Key Name,', 'Schlüsselnummer,Schlüsselname,'],
  ['exportUsers', 'people', 'Name,Email,Role,', 'Name,E-Mail,Rolle,'],
  ['exportAudit', 'audit', 'id,time,action,', 'Ereignis-ID,Zeit,Aktion,'],
  ['exportHandovers', 'handovers', 'Time,What,', 'Zeit,Was,'],
  ['exportIncidents', 'incidents', 'Key Number,Key Name,', 'Schlüsselnummer,Schlüsselname,'],
  ['exportKeyHistory', 'key-history', 'Key Number,Key Name,', 'Schlüsselnummer,Schlüsselname,'],
  ['exportUserLoans', 'person-history', 'Key Number,Key Name,', 'Schlüsselnummer,Schlüsselname,'],
  ['whoHasWhatCsv', 'who-has-what', 'Key Number,Key Name,', 'Schlüsselnummer,Schlüsselname,'],
];

test('each CSV file can be had in another language', () => {
  const rows = Object.entries<Route>(api).filter(
    ([, { response, summary }]) => response === null && summary.includes('CSV'),
  );
  expect(rows.map(([name]) => name).sort()).toEqual(files.map(([name]) => name).sort());
});

test.each(files)('%s is in English, or in the language that is asked for', async (...row) => {
  const [name, file, english, german] = row;
  const plain = await read(name);
  expect(plain).toMatchObject({ language: 'en', file: `attachment; filename="${file}.csv"` });
  expect(plain.text.startsWith(english)).toBe(true);
  const chosen = await read(name, { language: 'de' });
  expect(chosen).toMatchObject({ language: 'de', file: `attachment; filename="${file}-de.csv"` });
  expect(chosen.text.startsWith(german)).toBe(true);
  expect(await read(name, { language: 'xx' })).toMatchObject({
    status: 400,
    message: 'language ist ungültig',
  });
});

test.each<[RouteName, english: string[], german: string[]]>([
  ['exportHandovers', [',Handed out,', ',desk,,no,no,'], [',Ausgegeben,', ',nach Namen,,Nein,']],
  ['exportIncidents', [',normal,damaged,', ',no\r'], [',Beschädigt,', ',Nein\r']],
  ['exportKeyHistory', [',desk,'], [',nach Namen,']],
  ['whoHasWhatCsv', [',desk,', 'Reported damaged'], [',nach Namen,', 'Gemeldet: beschädigt']],
  ['exportUsers', [',faculty,'], [',Lehrende,']],
  ['exportAudit', [',report-key,'], [',Schlüssel melden,']],
])('the words in %s are those of its language', async (name, english, german) => {
  const [plain, chosen] = [await read(name), await read(name, { language: 'de' })];
  for (const words of english) expect(plain.text).toContain(words);
  for (const words of german) expect(chosen.text).toContain(words);
});
