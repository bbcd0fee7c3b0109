import { api } from '@keydesk/shared/api';
import { fold } from '@keydesk/shared/core/text';
import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testCampus } from '../../../test/test-campus.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { auditEvents, personCards, users } from '../../db/schema.ts';
import { foldedText } from '../../db/sql-text.ts';

const logged: string[] = [];
let guard: TestClient;

const campus = testCampus({}, undefined, (line) => logged.push(line));
beforeAll(async () => {
  guard = await campus.person('security', { name: 'Gita Guard', email: 'gita@campus.test' });
});

async function found(search: string) {
  return (await guard.get(api.searchPeople, { query: { search } })).data.people;
}

async function names(search: string) {
  return (await found(search)).map(({ name }) => name);
}

describe('the desk finds people', () => {
  beforeAll(async () => {
    for (const [name, facultyId, email] of [
      ['Meenakshi Iyer', 'PHY-100', 'm.iyer@campus.test'],
      ['Iyer Balan', 'PHY-10', 'balan@campus.test'],
      ['Karthik Subramaniyer', 'PHY-101', 'karthik@campus.test'],
      ['José 100%_Real', 'PHY-102', 'jose@campus.test'],
    ] as const)
      await campus.person('faculty', { name, facultyId, email });
    await campus.person('faculty', { name: 'Iyer Removed', deletedAt: new Date() });
    await campus.person('faculty', { name: 'Iyer Suspended', suspendedAt: new Date() });
    await campus.person('pending', { name: 'Iyer Pending' });
    await campus.person('faculty', { name: 'Iyer Incomplete', facultyId: null });
  });

  test('by any part of name, Faculty ID or address, the best match first, and nobody who is gone', async () => {
    expect(await names('iyer')).toEqual(['Iyer Balan', 'Meenakshi Iyer', 'Karthik Subramaniyer']);
    expect(await names('PHY-10')).toEqual([
      'Iyer Balan',
      'José 100%_Real',
      'Karthik Subramaniyer',
      'Meenakshi Iyer',
    ]);
    expect(await names('m.iyer@')).toEqual(['Meenakshi Iyer']);
    expect(await names('gita')).toEqual(['Gita Guard']);
    expect(await found('  Balan ')).toEqual([
      {
        id: expect.any(String),
        name: 'Iyer Balan',
        department: 'CSE',
        facultyId: 'PHY-10',
        email: 'balan@campus.test',
      },
    ]);
  });

  test('of whom every word fits, whatever signs are in them', async () => {
    expect(await names('kar iyer')).toEqual(['Karthik Subramaniyer']);
    expect(await names('kar balan')).toEqual([]);
    expect(await names('100%_')).toEqual(['José 100%_Real']);
    expect(await names('\\')).toEqual([]);
    expect(await names('a b c d e f g h')).toEqual([]);
    expect(await names('')).toEqual([]);
    expect(
      (await guard.call(api.searchPeople, { query: { search: 'x'.repeat(101) } })).status,
    ).toBe(400);
  });
});

test('people are found whatever accents and apostrophes are typed, and every list agrees', async () => {
  const admin = await campus.person('admin');
  const spellings = {
    'Nora O’Brien': ["o'brien", 'O’BRIEN', 'obrien'],
    "Tess O'Brien-Kiss": ['o’brien-k', 'obrien-kiss'],
    'Señor Jóse': ['senor jose', 'SEÑOR'],
    'Łukasz Żak': ['lukasz zak', 'łukasz'],
    'Max Straße': ['strasse', 'STRAẞE'],
    'Ærø Þórsson': ['aero', 'thorsson'],
    'SILVA, João': ['Joao Silva', 'silva joao', 'SILVA, João'],
    'శ్రీనివాస్\u200c': ['శ్రీనివాస్', 'శ్రీనివాస్\u200c'],
    'లక్ష్మీ రెడ్డి': ['రెడ్డి లక్ష్మీ'],
  };
  for (const name of Object.keys(spellings)) await campus.person('faculty', { name });
  for (const [name, searched] of Object.entries(spellings))
    for (const search of searched) {
      expect(await names(search), search).toContain(name);
      const managed = await admin.get(api.listUsers, { query: { search } });
      expect(
        managed.data.users.map((user) => user.name),
        search,
      ).toContain(name);
    }
  expect((await names('obrien')).sort()).toEqual(['Nora O’Brien', "Tess O'Brien-Kiss"]);
});

test('the database folds every text as pages do', async () => {
  const letters = Array.from({ length: 0x250 - 0x20 }, (_, at) => String.fromCodePoint(at + 0x20));
  const texts = [...letters, 'ẞ Ệ ΟΔΟΣ Жук प्रियंका', 'శ్రీనివాస్\u200c క్\u200dష', 'O’Brien´s ʼ′‘`'];
  const { rows } = await campus.db.query<{ text: string; folded: string }>(
    `SELECT text, ${foldedText('text')} AS folded FROM unnest($1::text[]) AS text`,
    [texts],
  );
  for (const { text, folded } of rows) expect(folded, text).toBe(fold(text));
  expect(rows).toHaveLength(texts.length);
});

describe('ID cards', () => {
  const number = '7300110022';
  beforeEach(async () => {
    guard = await campus.person('security', { name: 'Gita Guard' });
  });
  const teach = (person: TestClient, cardText: string) =>
    guard.call(api.addPersonCard, { params: { id: person.user.id }, body: { cardText } });
  const owner = async (cardText: string) =>
    guard.call(api.findPersonByCard, { body: { cardText } });

  test('belong to one person, who is told, and the number is kept nowhere', async () => {
    const [asha, ravi] = [
      await campus.person('faculty', { name: 'Asha Rao' }),
      await campus.person(),
    ];
    const first = await teach(asha, number);
    expect(first.status).toBe(200);
    expect((await teach(asha, number)).body).toEqual(first.body);
    expect(await teach(ravi, number)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('belongs to Asha Rao') },
    });
    expect((await owner(number)).body).toMatchObject({ data: { person: { id: asha.user.id } } });
    const told = (await asha.get(api.listNotifications)).data.notifications;
    expect(told).toMatchObject([
      { title: 'ID card added', message: expect.stringContaining('by Gita Guard') },
    ]);
    const [card] = await campus.db.orm
      .select()
      .from(personCards)
      .where(eq(personCards.userId, asha.user.id));
    expect(card?.cardHash).toHaveLength(32);
    const events = await campus.db.orm.select().from(auditEvents);
    expect(events.filter(({ action }) => action === 'add-card')).toHaveLength(1);
    for (const kept of [card, ...events, logged])
      expect(JSON.stringify(kept)).not.toContain(number);
  });

  test('are forgotten when one is lost, and can be somebody else’s then', async () => {
    const [asha, ravi] = [await campus.person(), await campus.person()];
    await teach(asha, 'LOST-1');
    await teach(asha, 'LOST-2');
    const path = { params: { id: asha.user.id } };
    expect((await guard.get(api.endPersonCards, path)).message).toBe('2 cards removed');
    expect((await guard.get(api.endPersonCards, path)).message).toBe('0 cards removed');
    const told = (await asha.get(api.listNotifications)).data.notifications;
    expect(told.filter(({ title }) => title === 'ID cards removed')).toMatchObject([
      { message: expect.stringContaining('Your 2 ID cards were removed') },
    ]);
    expect(told[0]?.message).toContain('by Gita Guard');
    expect(await owner('LOST-1')).toMatchObject({
      status: 404,
      body: { message: 'Person not found' },
    });
    expect((await teach(ravi, 'LOST-1')).status).toBe(200);
  });

  test('of somebody who is suspended are known, and belong to them', async () => {
    const leela = await campus.person('faculty', { name: 'Leela Krishnan' });
    await teach(leela, 'LEELA-1');
    await campus.db.orm
      .update(users)
      .set({ suspendedAt: new Date() })
      .where(eq(users.id, leela.user.id));
    expect(await owner('LEELA-1')).toMatchObject({
      status: 409,
      body: {
        message: 'This is the ID card of Leela Krishnan, who cannot take keys.',
        error: { code: 'CARD_OF_NO_BORROWER' },
      },
    });
  });

  test('are five at most, none ends another, and one of somebody who left passes on', async () => {
    const [asha, ravi] = [await campus.person(), await campus.person()];
    for (let card = 1; card <= 5; card += 1) await teach(asha, `MANY-${card}`);
    expect(await teach(asha, 'MANY-6')).toMatchObject({
      status: 409,
      body: {
        message: expect.stringContaining('already has 5 ID cards'),
        error: { code: 'TOO_MANY_CARDS' },
      },
    });
    expect((await owner('MANY-6')).status).toBe(404);
    for (let card = 1; card <= 5; card += 1) expect((await owner(`MANY-${card}`)).status).toBe(200);
    await campus.db.query('UPDATE users SET deleted_at = now() WHERE id = $1', [asha.user.id]);
    expect((await owner('MANY-5')).status).toBe(404);
    expect((await teach(ravi, 'MANY-5')).status).toBe(200);
    expect(await teach(asha, 'MANY-7')).toMatchObject({ status: 404 });
  });

  test('are added ten times an hour by one guard, also to several people', async () => {
    const people = await Promise.all(Array.from({ length: 11 }, () => campus.person()));
    const answers = [];
    for (const [at, person] of people.entries()) answers.push(await teach(person, `TEN-${at}`));
    expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(200), 429]);
    const { body } = answers.at(-1) ?? {};
    expect(body).toMatchObject({ message: expect.stringContaining('10 ID cards within an hour') });
    expect((await owner('TEN-10')).status).toBe(404);
    guard = await campus.person('security');
    const [, , last] = people;
    if (last) expect((await teach(last, 'TEN-10')).status).toBe(200);
  });

  test.each([
    ['looked up', (cardText: string) => owner(cardText), 404],
    [
      'lent by',
      (cardText: string) => guard.call(api.lendKey, { body: { keyId: '0'.repeat(24), cardText } }),
      404,
    ],
    ['added', (_cardText: string, ravi: TestClient) => teach(ravi, 'KNOWN-1'), 409],
  ])('are %s thirty times a minute in one session, known or not', async (_how, tell, status) => {
    const [asha, ravi] = [await campus.person(), await campus.person()];
    const another = await campus.person('security');
    const params = { id: asha.user.id };
    await another.call(api.addPersonCard, { params, body: { cardText: 'KNOWN-1' } });
    const told = await Promise.all(
      Array.from({ length: 31 }, (_, at) => tell(`GUESS-${at}`, ravi)),
    );
    const statuses = told.map((answer) => answer.status);
    expect(statuses.filter((one) => one === status)).toHaveLength(30);
    expect(statuses).toContain(429);
    guard = another;
    expect((await tell('GUESS-1', ravi)).status).toBe(status);
    await another.get(api.endPersonCards, { params });
  });

  test('taught at two desks at once are one person’s', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => campus.person()));
    const answers = await Promise.all(people.map((person) => teach(person, 'RACE-1')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(5);
  });

  test('are refused when they say too little, or their label is more than a line', async () => {
    const asha = await campus.person();
    const body = { cardText: '44556677', label: 'Blue\ncard' };
    const labelled = await guard.call(api.addPersonCard, { params: { id: asha.user.id }, body });
    expect(labelled.body.message).toMatch(/^Label must be a single line/);
    for (const cardText of ['', '1', ' 12 ', 'x'.repeat(201)])
      expect((await teach(asha, cardText)).status).toBe(400);
  });
});
