import { api } from '@keydesk/shared/api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requestCode } from '../../../test/handovers.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';
import type { TestClient } from '../../../test/test-client.ts';

let campus: TestApp;
let desk: TestClient;

beforeAll(async () => {
  campus = await startTestApp();
  desk = await campus.person('security');
});
afterAll(() => campus.close());

test('the refusal of a key that is out names it, who has it and since when, but no email', async () => {
  const [asha, ravi, key] = [await campus.person(), await campus.person(), await campus.key()];
  const [first, second] = [await requestCode(asha, key.id), await requestCode(ravi, key.id)];
  const { data } = await desk.get(api.scanRequest, { body: { qrData: first.qrText } });
  const atDesk = await desk.call(api.scanRequest, { body: { qrData: second.qrText } });
  const onPhone = await ravi.call(api.issueCode, {
    body: { type: 'key-request', keyId: key.id },
  });
  for (const { status, body } of [atDesk, onPhone]) {
    expect({ status, message: body.message }).toEqual({
      status: 409,
      message: 'Key is not available',
    });
    expect(body.error).toEqual({
      code: 'KEY_NOT_AVAILABLE',
      details: {
        key: { keyId: key.id, keyNumber: key.keyNumber, keyName: key.keyName },
        holder: { userId: asha.user.id, name: asha.user.name },
        since: data.key.takenAt,
      },
    });
  }
});
