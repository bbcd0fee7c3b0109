import { api } from '@keydesk/shared/api';
import { eq } from 'drizzle-orm';
import { describe, expect, onTestFinished, test } from 'vitest';
import { giveKey, requestCode, returnCode } from '../../../test/handovers.ts';
import { openPage } from '../../../test/live-page.ts';
import { addMarkedLanguage, markedLanguage } from '../../../test/marked-language.ts';
import { testCampus } from '../../../test/test-campus.ts';
import { codes } from '../../db/schema.ts';

const campus = testCampus();
const guard = campus.resident('security');
const asha = campus.resident();
const ravi = campus.resident();

/** Scans at the desk while all three have a page open; says what the desk and the pages got. */
async function scan(
  qrData: unknown,
  route: typeof api.scanRequest | typeof api.resolveCode = api.scanRequest,
) {
  const [owner, other, desk] = await Promise.all([asha, ravi, guard].map((who) => openPage(who)));
  const answer = await guard.call(route, { body: { qrData } });
  await Promise.all([owner, other, desk].map((page) => page?.caughtUp()));
  for (const page of [other, desk]) expect(page?.received('code-refused')).toEqual([]);
  return { answer, told: owner?.received('code-refused') };
}

describe('the owner of a code is told why the desk could not use it:', () => {
  test('the key went to somebody else', async () => {
    const key = await campus.key();
    const { qrText, issuedAt } = await requestCode(asha, key.id);
    await giveKey(guard, ravi, key.id);
    const { answer, told } = await scan(qrText);
    expect(answer.status).toBe(409);
    expect(told).toEqual([
      {
        type: 'key-request',
        keyIds: [key.id],
        issuedAt,
        code: 'KEY_NOT_AVAILABLE',
        message: 'Key is not available',
      },
    ]);
  });

  test('it was replaced, so that the newer code is another one', async () => {
    const key = await campus.key();
    const old = await requestCode(asha, key.id);
    const { issuedAt } = await requestCode(asha, key.id);
    const { told } = await scan(old.qrText);
    expect(told).toMatchObject([{ code: 'QR_VOIDED', issuedAt: old.issuedAt }]);
    expect(old.issuedAt).not.toBe(issuedAt);
  });

  test('it expired, in the words that the desk reads', async () => {
    const key = await campus.key();
    const { qrText } = await requestCode(asha, key.id);
    await campus.db.orm
      .update(codes)
      .set({ expiresAt: new Date() })
      .where(eq(codes.userId, asha.user.id));
    const { answer, told } = await scan(qrText);
    expect(told).toMatchObject([{ code: 'QR_EXPIRED', message: answer.body.message }]);
  });

  test('a return code that the desk only asked about', async () => {
    const key = await campus.key();
    await giveKey(guard, asha, key.id);
    const { qrText } = await returnCode(asha, key.id);
    await returnCode(asha, key.id);
    const { told } = await scan(qrText, api.resolveCode);
    expect(told).toMatchObject([{ type: 'key-return', code: 'QR_VOIDED' }]);
  });
});

describe('nobody is told', () => {
  test('of a code that is used, or scanned again at the same desk', async () => {
    const key = await campus.key();
    const { qrText } = await requestCode(asha, key.id);
    for (const told of [await scan(qrText), await scan(qrText)].map((scanned) => scanned.told))
      expect(told).toEqual([]);
  });

  test('of a code that this server did not issue', async () => {
    const key = await campus.key();
    const { qrData } = await requestCode(asha, key.id);
    const foreign = { ...qrData, requestId: '7'.repeat(26) };
    for (const qr of ['no code at all', `KD:${'7'.repeat(26)}`, JSON.stringify(foreign)]) {
      const { answer, told } = await scan(qr);
      expect(answer.status).toBe(400);
      expect(told).toEqual([]);
    }
  });

  test('of a payload that disagrees with what was issued', async () => {
    const [key, other] = [await campus.key(), await campus.key()];
    const { qrData } = await requestCode(asha, key.id);
    const { answer, told } = await scan(JSON.stringify({ ...qrData, keyId: other.id }));
    expect(answer.body.message).toContain('does not match the code that was issued');
    expect(told).toEqual([]);
  });
});

test('the owner is told in their own language, the desk in that of its page', async () => {
  onTestFinished(addMarkedLanguage({ open: '«', close: '»' }));
  const language = markedLanguage;
  const [owner, key] = [await campus.person('faculty', { language }), await campus.key()];
  const { qrText } = await requestCode(owner, key.id);
  await giveKey(guard, ravi, key.id);
  const page = await openPage(owner);
  const { body } = await guard.call(api.scanRequest, { body: { qrData: qrText } });
  await page.caughtUp();
  expect(body.message).toBe('Key is not available');
  expect(page.received('code-refused')).toMatchObject([{ message: '«Key is not available»' }]);
});
