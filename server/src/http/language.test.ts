import { api } from '@keydesk/shared/api';
import { afterAll, describe, expect, test } from 'vitest';
import { openLoan } from '../../test/factories/loans.ts';
import { loansOf } from '../../test/handovers.ts';
import { addMarkedLanguage, markedLanguage as marked } from '../../test/marked-language.ts';
import { testCampus } from '../../test/test-campus.ts';
import { send } from '../../test/test-client.ts';
import { recordAudit } from '../core/audit/record.ts';
import { grants } from '../db/schema.ts';
import { languageOf } from './language.ts';

const campus = testCampus();
const asha = campus.resident();
const admin = campus.resident('admin');
afterAll(addMarkedLanguage({ open: '«', close: '»' }));
const inMarked = { headers: { 'accept-language': marked } };

describe('a message', () => {
  test('is in the language of Accept-Language, with the same code and parameters', async () => {
    const read = (options = {}) =>
      asha.call(api.getKey, { params: { id: 'f'.repeat(24) }, ...options });
    const [english, other] = [await read(), await read(inMarked)];
    expect(english.body).toMatchObject({ message: 'Key not found' });
    expect(other.body).toEqual({ ...english.body, message: '«Key not found»' });
    expect(english.headers.get('content-language')).toBe('en');
    expect(other.headers.get('content-language')).toBe(marked);
  });

  test('of a success is, too', async () => {
    const { body } = await asha.call(api.updateProfile, {
      ...inMarked,
      body: { name: asha.user.name },
    });
    expect(body.message).toBe('«Profile updated successfully»');
  });

  test('about the caller, the input and its form is, too', async () => {
    const refused = async (answer: ReturnType<typeof asha.call>) => (await answer).body.message;
    const stranger = send(campus.url, api.checkAuth, inMarked);
    expect(await refused(stranger)).toMatch(/^«.*»$/);
    const other = { ...inMarked, body: {} };
    expect(await refused(asha.call(api.updateProfile, other))).toBe('«Name is required»');
    const nothing = { headers: { 'accept-language': 'hi' }, rawBody: '{}' };
    expect(await refused(admin.call(api.lendKey, nothing))).toBe('दी गई जानकारी सही नहीं है');
    const broken = { ...inMarked, rawBody: '{' };
    expect(await refused(asha.call(api.updateProfile, broken))).toMatch(/^«.*»$/);
    for (const path of ['/api/keys/%zz', '/api/nothing']) {
      const answer = await fetch(campus.url + path, inMarked);
      expect(await answer.json()).toMatchObject({ message: expect.stringMatching(/^«.*»$/) });
      expect(answer.headers.get('content-language')).toBe(marked);
    }
  });

  test('never has the language of a request that is answered at the same time', async () => {
    const languages = Array.from({ length: 40 }, (_, index) => (index % 3 ? marked : 'en'));
    const answers = await Promise.all(
      languages.map((language) =>
        asha.call(api.updateProfile, {
          headers: { 'accept-language': language },
          body: { name: asha.user.name },
        }),
      ),
    );
    expect(answers.map(({ body }) => String(body.message).startsWith('«'))).toEqual(
      languages.map((language) => language === marked),
    );
  });
});

describe('of Accept-Language', () => {
  test.each([
    [undefined, 'en'],
    ['', 'en'],
    ['zz', 'en'],
    ['*', 'en'],
    [`zz, ${marked};q=0.3, en;q=0.2`, marked],
    [`en-GB,en;q=0.9,${marked};q=0.8`, 'en'],
    [`en;q=0.5, ${marked}`, marked],
    [`${marked};q=0, en`, 'en'],
    [';;q=x,,', 'en'],
  ])('%j the language is %s', (header, language) => {
    expect(languageOf({ headers: { 'accept-language': header } })).toBe(language);
  });
});

test.each(['keysAccess', 'getCampus', 'listKeys'] as const)(
  'an answer of %s that a client keeps is not taken for that of another language',
  async (name) => {
    const english = await asha.call(api[name]);
    const kept = { 'if-none-match': english.headers.get('etag') ?? '' };
    const status = async (headers: Record<string, string>) =>
      (await asha.call(api[name], { headers: { ...kept, ...headers } })).status;
    expect(await status({})).toBe(304);
    expect(await status(inMarked.headers)).toBe(200);
    expect(english.headers.get('vary')).toContain('Accept-Language');
  },
);

describe('what nobody typed is stored without words, and read in the reader’s language:', () => {
  test('why a key was recalled', async () => {
    const [holder, key] = [await campus.person(), await campus.key()];
    await openLoan(campus.db, {
      keyId: key.id,
      holderId: holder.user.id,
      handedBy: admin.user.id,
    });
    const suspended = { params: { id: holder.user.id }, body: { state: 'suspended' } };
    expect((await admin.call(api.setUserState, suspended)).status).toBe(200);
    expect(await loansOf(campus.db, key.id)).toMatchObject([
      { recallCause: { code: 'SUSPENDED' }, recallReason: null },
    ]);
    const { keys } = (await admin.get(api.allTakenKeys, inMarked)).data;
    const why = '«The account was suspended.»';
    expect(keys.find(({ _id }) => _id === key.id)).toMatchObject({ recallReason: why });
    // Readers of all languages share the list.
    const list = (await admin.get(api.listKeys, inMarked)).data.keys;
    expect(list.find(({ _id }) => _id === key.id)).toMatchObject({
      recallReason: 'The account was suspended.',
      recallCause: { code: 'SUSPENDED' },
    });
    const query = { key: key.id, action: 'recall-key' };
    const { events } = (await admin.get(api.listAudit, { query, ...inMarked })).data;
    expect(events).toMatchObject([{ details: { reason: why } }]);
  });

  test.each([
    ['move-due', 'calendar', '«The campus is closed then»'],
    ['override-access', 'paper', '«From paper»'],
  ] as const)('the reason of %s by %s', async (action, method, reason) => {
    const key = await campus.key();
    await recordAudit(campus.db, { action, method, actorId: admin.user.id, keyId: key.id });
    const { events } = (await admin.get(api.listAudit, { query: { key: key.id }, ...inMarked }))
      .data;
    expect(events).toMatchObject([{ action, reason }]);
  });

  test('the reason of a grant from an imported list', async () => {
    const [person, key] = [await campus.person(), await campus.key()];
    await campus.db.orm
      .insert(grants)
      .values({ keyId: key.id, userId: person.user.id, givenBy: admin.user.id });
    const listed = await admin.get(api.listGrants, { query: { keyId: key.id }, ...inMarked });
    expect(listed.data.grants).toMatchObject([{ reason: '«Imported list»' }]);
  });
});
