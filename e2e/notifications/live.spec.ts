import { api } from '@keydesk/shared/api';
import { expect, type Page } from '@playwright/test';
import { batchCode, giveKey, returnCode } from '../../server/test/handovers.ts';
import { test } from '../harness/test.ts';

function bell(page: Page) {
  return page.getByRole('button', { name: /^Notifications/ });
}

function rows(page: Page) {
  return page.getByRole('list', { name: 'Notifications' }).getByRole('listitem');
}

test('a holder is told of every way a key comes and goes, and by whom, in each open window', async ({
  campus,
  visit,
}) => {
  const holder = await campus.person();
  const volunteer = await campus.person('faculty', { name: 'Vikram Volunteer' });
  const guard = await campus.person('security', { name: 'Gita Guard' });
  const key = await campus.key({ keyName: 'Robotics Lab' });
  const other = await campus.key({ keyName: 'Seminar Hall' });
  const [desktop, phone] = [
    await visit(holder, '/dashboard/notifications'),
    await visit(holder, '/dashboard/profile', { device: 'phone' }),
  ];
  await expect(desktop.getByText('No notifications')).toBeVisible();
  await expect(bell(phone)).toHaveAccessibleName('Notifications');

  const told: string[] = [];
  const isTold = async (title: string, message: string): Promise<void> => {
    told.unshift(message);
    await expect(rows(desktop)).toHaveCount(told.length);
    await expect(rows(desktop).first()).toContainText(title);
    await expect(rows(desktop).first()).toContainText(message);
    await expect(bell(desktop)).toHaveText(String(told.length));
    await expect(bell(phone)).toHaveText(String(told.length));
  };
  const lab = `${key.keyNumber} (Robotics Lab)`;
  await giveKey(guard, holder, key._id);
  await isTold('Key taken', `You took key ${lab}.`);
  const { qrText } = await returnCode(holder, key._id);
  await guard.get(api.scanReturn, { body: { qrData: qrText } });
  await isTold('Key returned', `You returned key ${lab}.`);

  await giveKey(guard, holder, key._id);
  await isTold('Key taken', `You took key ${lab}.`);
  await guard.get(api.collectKey, { params: { id: key._id } });
  await isTold('Key returned', `Key ${lab} was collected by Gita Guard.`);

  await giveKey(guard, holder, key._id);
  await isTold('Key taken', `You took key ${lab}.`);
  await giveKey(guard, volunteer, other._id);
  const batch = await batchCode(volunteer, [key._id, other._id]);
  await guard.get(api.batchReturn, { body: { qrData: batch.qrText } });
  await isTold('Key returned', `Key ${lab} was returned for you by Vikram Volunteer.`);

  await bell(phone).click();
  const drawer = phone.getByRole('dialog', { name: 'Notifications' });
  await drawer.getByRole('button', { name: 'Vikram Volunteer' }).click();
  await expect(bell(desktop)).toHaveText('5');
  await expect(rows(desktop).first().getByRole('button')).toHaveText('Mark as unread');
  await desktop.getByRole('button', { name: 'Mark all read' }).click();
  await expect(bell(desktop)).toHaveAccessibleName('Notifications');
  await expect(drawer.getByText('Unread', { exact: true })).toHaveCount(0);
});
