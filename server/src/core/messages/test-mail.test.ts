import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { api } from '@keydesk/shared/api';
import { expect, test } from 'vitest';
import { openMailServer, type Treatment } from '../../../test/mail-server.ts';
import { startTestApp } from '../../../test/test-app.ts';
import { campusOfTest } from '../../../test/test-campus.ts';
import { send } from '../../../test/test-client.ts';
import { listStoredMails, readStoredMail } from './mail.ts';

test('an admin sends themselves a mail, and reads what the mail server says', async () => {
  let treatment: Treatment = 'take';
  const server = await openMailServer(() => treatment);
  const settings = { SMTP_URL: server.url, MAIL_FROM: 'keydesk@campus.test' };
  const campus = await startTestApp(settings);
  try {
    const admin = await campus.person('admin');
    expect((await admin.get(api.sendTestMail)).message).toBe(
      `Test email sent to ${admin.user.email}.`,
    );
    expect(server.received).toMatchObject([{ to: admin.user.email }]);
    treatment = 'refuse';
    const { status, body } = await admin.call(api.sendTestMail);
    expect(status).toBe(409);
    expect(body.message).toContain('The email was not sent: ');
    expect(body.message).toContain('No such mailbox');
    const guard = await campus.person('security');
    expect((await guard.call(api.sendTestMail)).status).toBe(403);
    expect((await send(campus.url, api.sendTestMail, {})).status).toBe(401);
    const { rows } = await campus.db.query(
      "SELECT actor_id FROM audit_events WHERE action = 'send-test-mail'",
    );
    expect(rows).toEqual([{ actor_id: admin.user.id }, { actor_id: admin.user.id }]);
  } finally {
    await campus.close();
    await server.close();
  }
});

test('a local installation writes its mails to a folder, whatever letters a name has', async () => {
  const campus = await startTestApp();
  try {
    const admin = await campus.person('admin', { name: 'आशा राव' });
    await admin.get(api.sendTestMail);
    const folder = join(campus.config.dataDir, 'mail');
    const [mail, ...more] = await listStoredMails(folder);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ subject: 'Test email from Keydesk' });
    expect(mail?.to).toContain('आशा राव');
    expect(readdirSync(folder)).toEqual([mail?.file]);
    expect(await readStoredMail(folder, mail?.file ?? '')).toContain('Email works');
    expect(await readStoredMail(folder, '../postgres/PG_VERSION')).toBeUndefined();
    const { mail: state } = (await admin.get(api.system)).data;
    expect(state).toMatchObject({ to: 'folder', place: folder, waiting: 0, lastError: null });
  } finally {
    await campus.close();
  }
  expect(existsSync(campus.config.dataDir)).toBe(false);
});

test('where mail is not set up, it says so', async () => {
  const campus = await campusOfTest({
    KEYDESK_ENV: 'dev',
    PUBLIC_URL: 'https://keys.campus.test',
    SIGN_IN_DOMAINS: '*',
    GOOGLE_CLIENT_ID: 'id',
    GOOGLE_CLIENT_SECRET: 'secret',
    SESSION_SECRET: 's'.repeat(32),
    ADMIN_EMAIL: 'a@campus.test',
    SECURITY_EMAIL: 's@campus.test',
  });
  const admin = await campus.person('admin');
  const origin = { origin: 'https://keys.campus.test' };
  const { status, body } = await admin.call(api.sendTestMail, { headers: origin });
  expect({ status, message: body.message }).toEqual({
    status: 409,
    message: 'Email is not set up: SMTP_URL is empty.',
  });
  expect((await admin.get(api.system)).data.mail).toMatchObject({ to: 'nowhere', place: null });
  expect((await admin.get(api.getLadder)).data.mail).toBe(false);
});
