import { api } from '@keydesk/shared/api';
import type { Route } from '@keydesk/shared/http/route';
import { extractText, getDocumentProxy } from 'unpdf';
import { beforeAll, describe, expect, test } from 'vitest';
import { addKeyRule } from '../due-rules.ts';
import { testCampus } from '../test-campus.ts';
import { proofsOf, type TestClient } from '../test-client.ts';

const campus = testCampus();
const admin = campus.resident('admin');
const guard = campus.resident('security');

/** Codes that are part of no other text, and names that look different. */
const places = { department: 'ZQD', block: 'ZQB', category: 'ZQC' };
const names = { department: 'Falconry', block: 'Cloister', category: 'Mews' };
const code = /zq[dbc]/i;

/** What programs read, and what is stored in the log. */
const codeFields = [
  ...Object.keys(places),
  ...['code', 'peopleCode', 'targetId', 'subjectId', 'scopeId', '_id', 'details'],
];

let holder: TestClient;
let ids: Record<'keys' | 'people' | 'loans' | 'counts', string>;

beforeAll(async () => {
  await admin.get(api.addDepartment, { body: { code: 'ZQD', label: names.department } });
  await admin.get(api.addBlock, { body: { code: 'ZQB', label: names.block } });
  await admin.get(api.addCategory, { body: { code: 'ZQC', label: names.category } });
  holder = await campus.person('faculty', { department: 'ZQD' });
  const key = await campus.key(places);
  const lost = await campus.key(places);
  // One that hangs, to be counted.
  await campus.key(places);
  const body = { keyId: key.id, holderId: holder.user.id, identifiedBy: 'desk' };
  const { loanId } = (await guard.get(api.lendKey, { body })).data;
  await guard.get(api.reportKey, { params: { id: lost.id }, body: { kind: 'missing' } });
  const { id: counts } = (await guard.get(api.beginCount, { body: { scope: { kind: 'desk' } } }))
    .data.count;
  for (const [target, targetId] of Object.entries(places)) {
    const rule = { target, targetId, subject: 'department', subjectId: 'ZQD' };
    await admin.get(api.addAccessRule, { body: { ...rule, effect: 'allow' } });
  }
  await addKeyRule(admin, 'ZQD', { scope: 'department', scopeId: 'ZQD' });
  await addKeyRule(admin, 'ZQC', { scope: 'category', scopeId: 'ZQC' });
  ids = { keys: key.id, people: holder.user.id, loans: loanId, counts };
});

describe('what people read calls departments, blocks and categories by name', () => {
  test('in every answer', async () => {
    const asked = [admin, guard, holder].flatMap((who) =>
      Object.values<Route>(api)
        .filter(({ method, path }) => method === 'GET' && !/^\/auth\/google|pdf$/.test(path))
        .map((route) => ({ route, who })),
    );
    const said = await Promise.all(
      asked.map(async ({ route, who }) => {
        const answer = await who.call(route, { params: paramsOf(route), ...queryOf(route) });
        const isFile = answer.headers.get('content-type')?.startsWith('text/csv');
        return { path: route.path, texts: isFile ? [] : textsIn(answer.body) };
      }),
    );
    const coded = said.map(({ path, texts }) => ({ path, texts: texts.filter(hasCode) }));
    expect(coded.filter(({ texts }) => texts.length > 0)).toEqual([]);
    const named = said.filter(({ texts }) => texts.includes(names.department));
    expect(named.length).toBeGreaterThan(3);
  });

  test('in every document', async () => {
    const report = await printed('/dashboard/reports/pdf?department=ZQD');
    expect(report).toContain(`Department: ${names.department}`);
    expect(report).toMatch(/Active users by department .*Falconry 1/);
    const documents = [
      report,
      await printed('/dashboard/who-has-what/pdf'),
      await printed('/desk/night-list/pdf'),
      await printed('/desk/outage-sheet/pdf'),
      await printed('/dashboard/key-tags', '{}'),
    ];
    expect(documents.filter(hasCode)).toEqual([]);
  });

  test('in answers to changes, and in refusals', async () => {
    const text =
      'Key Number,Key Name,Location,Department,Block,Category\nF-1,Perch,Tower,ZQD,ZQB,X!';
    const spoken = [
      await admin.call(api.addDepartment, { body: { code: 'zqd', label: 'Hawks' } }),
      await admin.call(api.addBlock, { body: { code: 'zqb', label: 'Hawks' } }),
      await admin.call(api.addCategory, { body: { code: 'zqc', label: 'Hawks' } }),
      await admin.call(api.deleteEntry, { params: { list: 'blocks', code: 'ZQB' } }),
      await admin.call(api.importKeys, { body: { text, dryRun: true } }),
      await admin.call(api.changeBlock, { params: { code: 'ZQB' }, body: { retired: true } }),
      await admin.call(api.createKey, {
        body: { ...places, keyNumber: 'F-1', keyName: 'Perch', location: 'Tower' },
      }),
      await admin.call(api.importKeys, { body: { text, dryRun: true } }),
      await admin.call(api.changeBlock, { params: { code: 'ZQB' }, body: { retired: false } }),
    ];
    await admin.get(api.addCategory, { body: { code: 'ZQC-2', label: 'Perches' } });
    spoken.push(
      await admin.call(api.deleteEntry, { params: { list: 'categories', code: 'ZQC-2' } }),
    );
    const texts = spoken.map(({ body }) => textsIn(body));
    expect(texts.flat().filter(hasCode)).toEqual([]);
    const naming = /Falconry|Cloister|Mews|Perches/;
    expect(texts.map((one) => one.find((each) => naming.test(each)))).toEqual([
      'Falconry already has this code.',
      'Cloister already has this code.',
      'Mews already has this code.',
      expect.stringMatching(/^Cloister is used by 3 keys/),
      expect.stringMatching(/^Category “X!” is not one of .*Mews/),
      'Cloister retired',
      'Cloister is retired. Choose another block.',
      expect.stringMatching(/Cloister/),
      'Cloister restored',
      'Perches deleted',
    ]);
  });
});

function paramsOf({ path }: Route): Record<string, string> {
  const noun = path.startsWith('/dashboard/users')
    ? 'people'
    : path.split('/:')[0]?.split('/').pop();
  const id = ids[noun as keyof typeof ids] ?? '';
  return { id, userId: holder.user.id, tag: 'none' };
}

function queryOf(route: Route) {
  return route === api.keyAt ? { query: { moment: new Date().toISOString() } } : {};
}

/** Every text that is no code's field. */
function textsIn(value: unknown, field = ''): string[] {
  if (codeFields.includes(field)) return [];
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap((one) => textsIn(one, field));
  return Object.entries(value ?? {}).flatMap(([name, one]) => textsIn(one, name));
}

function hasCode(text: string): boolean {
  return code.test(text);
}

async function printed(path: string, body?: string): Promise<string> {
  const answer = await fetch(`${campus.url}/api${path}`, {
    headers: {
      ...proofsOf(admin),
      ...(body && { origin: campus.url, 'content-type': 'application/json' }),
    },
    ...(body && { method: 'POST', body }),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  const document = await getDocumentProxy(new Uint8Array(await answer.arrayBuffer()));
  const { text } = await extractText(document, { mergePages: true });
  return text.replace(/\s+/g, ' ');
}
