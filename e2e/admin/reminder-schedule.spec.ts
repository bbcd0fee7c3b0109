import { api } from '@keydesk/shared/api';
import { defaultReminderSchedule } from '@keydesk/shared/due/reminder-schedule';
import type { Key } from '@keydesk/shared/keys/key';
import { expect } from '@playwright/test';
import { giveKey } from '../../server/test/handovers.ts';
import type { TestClient } from '../../server/test/test-client.ts';
import { test } from '../harness/test.ts';
import type { TestApp } from '../harness/test-app.ts';

async function keyOut(campus: TestApp, holder: TestClient) {
  const key = await campus.key();
  await giveKey(campus.guard, holder, key._id);
  return key;
}

/** Makes all of them two days overdue together, because each round sends one message. */
async function makeOverdue(campus: TestApp, keys: readonly Key[]): Promise<void> {
  await campus.db.query(
    `UPDATE loans SET taken_at = now() - interval '4 days', due_at = now() - interval '2 days',
                      grace_until = now() - interval '2 days'
      WHERE key_id = ANY ($1) AND returned_at IS NULL`,
    [keys.map(({ _id }) => _id)],
  );
}

/** Keeps emails in the outbox until the test releases them. */
async function holdMails({ db }: TestApp): Promise<void> {
  await db.query(`
    CREATE FUNCTION hold_mail() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN NEW.due_at := now() + interval '1 day'; RETURN NEW; END $$;
    CREATE TRIGGER hold_mail BEFORE INSERT ON mail_outbox FOR EACH ROW EXECUTE FUNCTION hold_mail()`);
}

async function releaseMails({ db }: TestApp): Promise<void> {
  await db.query('DROP FUNCTION hold_mail CASCADE');
  await db.query('UPDATE mail_outbox SET due_at = now()');
}

async function messagesAbout(who: TestClient, number: string): Promise<string[]> {
  const { data } = await who.get(api.listNotifications);
  return data.notifications
    .filter(({ title, message }) => title !== 'Key taken' && message.includes(number))
    .map(({ title }) => title)
    .sort();
}

test('an admin turns reminders on: each recipient is notified once, and not about a returned key', async ({
  campus,
  visit,
}) => {
  const admin = await campus.person('admin');
  const head = await campus.person('faculty', { department: 'MECH' });
  const [holder, other] = [
    await campus.person('faculty', { department: 'MECH' }),
    await campus.person('faculty', { department: 'MECH' }),
  ];
  await admin.get(api.changeDepartment, {
    params: { code: 'MECH' },
    body: { headId: head.user.id },
  });
  const page = await visit(admin, '/dashboard/admin/campus/due');
  const reminders = page.getByRole('region', { name: 'Reminders' });
  await reminders.getByRole('button', { name: 'Turn everything on' }).click();
  // The test may run at night.
  await reminders.getByRole('switch', { name: 'Quiet hours' }).uncheck();
  await reminders.getByLabel('Minutes before').fill('45');
  await reminders.getByRole('button', { name: 'Save reminders' }).click();
  await expect(page.getByText('Reminders saved')).toBeVisible();
  await page.reload();
  await expect(reminders.getByLabel('Minutes before')).toHaveValue('45');

  await holdMails(campus);
  const [one, two] = [await keyOut(campus, holder), await keyOut(campus, holder)];
  const third = await keyOut(campus, other);
  await makeOverdue(campus, [one, two, third]);
  // A process checks for due reminders as soon as it starts.
  await campus.another();
  await expect
    .poll(() => messagesAbout(holder, one.keyNumber), { timeout: 30_000 })
    .toEqual(['Key return reminder']);
  expect(await messagesAbout(holder, two.keyNumber)).toEqual(['Key return reminder']);
  expect(await messagesAbout(head, one.keyNumber)).toEqual(['Overdue keys in your department']);
  // Keys of other tests may appear in separate messages.
  expect(await messagesAbout(admin, one.keyNumber)).toEqual([
    'Overdue keys digest',
    'Unreturned keys alert',
  ]);

  await campus.guard.get(api.collectKey, { params: { id: third._id } });
  await releaseMails(campus);
  await campus.another();
  const mailTo = async (who: TestClient) =>
    (
      await campus.db.query(
        `SELECT sent_at IS NOT NULL AS sent, dropped_at IS NOT NULL AS dropped FROM mail_outbox
          WHERE user_id = $1 AND kind = 'overdue'`,
        [who.user.id],
      )
    ).rows;
  await expect
    .poll(() => mailTo(holder), { timeout: 30_000 })
    .toEqual([{ sent: true, dropped: false }]);
  await expect.poll(() => mailTo(other)).toEqual([{ sent: false, dropped: true }]);
  await admin.get(api.putLadder, { body: defaultReminderSchedule });

  const phone = await visit(holder, '/dashboard/notifications', { device: 'phone' });
  await phone.getByRole('link', { name: 'Key return reminder' }).tap();
  await expect(phone).toHaveURL(/\/dashboard\/faculty\/taken\?batch=shown/);
  await expect(phone.getByRole('dialog')).toContainText('2 Keys');
});

test('an admin sends a test email, and sees the state of the outbox', async ({ campus, visit }) => {
  const admin = await campus.person('admin');
  const page = await visit(admin, '/dashboard/admin/system');
  const mail = page.getByRole('region', { name: 'Email', exact: true });
  await expect(mail).toContainText('Sent today');
  await mail.getByRole('button', { name: 'Send a test email' }).click();
  await expect(page.getByText(`Test email sent to ${admin.user.email}.`)).toBeVisible();
  await page.goto('/local-identity/mails');
  await expect(page.getByRole('link', { name: 'Test email from Keydesk' }).first()).toBeVisible();
});
