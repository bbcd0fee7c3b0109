import { registrationDepartments } from '@keydesk/shared/campus/campus';
import { expect, type Page } from '@playwright/test';
import { holdCalls } from '../harness/network.ts';
import { test } from '../harness/test.ts';

function signInAs(page: Page, email: string) {
  return page.goto(`/api/auth/google?login_hint=${encodeURIComponent(email)}`);
}

async function toFacultyId(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'Mechanical Engineering' }).check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Step 2 of 2', { exact: true })).toBeVisible();
}

test('somebody new registers as faculty in two steps', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('link', { name: 'Continue with Google' }).click();
  await page.getByLabel('Email').fill('meera.nair@campus.test');
  await page.getByLabel('Name').fill('Meera Nair');
  await page.getByRole('button', { name: 'Continue' }).click();

  await expect(page).toHaveURL('/complete-registration');
  await expect(page.getByRole('heading', { name: 'Complete Registration' })).toBeVisible();
  await expect(page.getByText('Step 1 of 2', { exact: true })).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '1');
  await expect(page.getByRole('radio')).toHaveCount(8);
  for (const { label } of registrationDepartments)
    await expect(page.getByRole('radio', { name: label })).not.toBeChecked();
  const onward = page.getByRole('button', { name: 'Continue' });
  await expect(onward).toBeDisabled();
  await page.getByRole('radio', { name: 'Internet of Things' }).check();
  await onward.click();

  await expect(page.getByText('Step 2 of 2', { exact: true })).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '2');
  const summary = page.getByRole('definition');
  await expect(summary).toHaveText(['Faculty', 'Internet of Things', 'Not entered']);
  const facultyId = page.getByPlaceholder('FAC001');
  await facultyId.fill('FAC-900');
  await expect(summary).toHaveText(['Faculty', 'Internet of Things', 'FAC-900']);
  await page.getByRole('button', { name: 'Complete Registration' }).click();

  await expect(page).toHaveURL('/dashboard/faculty/taken');
  await page.goto('/dashboard/profile');
  await expect(page.getByRole('main')).toContainText('meera.nair@campus.test');
  await expect(page.getByRole('main')).toContainText('Internet of Things');
  await expect(page.getByRole('main')).toContainText('FAC-900');
});

test('all departments are in view on a phone', async ({ campus, visit }) => {
  const page = await visit(await campus.person('pending'), '/', { device: 'phone' });
  const continueButton = page.getByRole('button', { name: 'Continue' });
  await expect(continueButton).toBeInViewport({ ratio: 1 });
  const end = (await continueButton.boundingBox())?.y ?? 0;
  for (const option of await page.getByRole('group').locator('label').all()) {
    const box = await option.boundingBox();
    expect(box && box.y + box.height).toBeLessThanOrEqual(end);
  }
});

test.describe('the second step', () => {
  test('is left with Back and kept by a reload, with all that was entered', async ({
    campus,
    visit,
  }) => {
    const page = await visit(await campus.person('pending'), '/', { device: 'phone' });
    await toFacultyId(page);
    await page.getByLabel('Faculty ID').fill('FAC-904');
    await page.reload();
    await expect(page.getByText('Step 2 of 2', { exact: true })).toBeVisible();
    await expect(page.getByLabel('Faculty ID')).toHaveValue('FAC-904');
    await page.goBack();
    await expect(page.getByText('Step 1 of 2', { exact: true })).toBeVisible();
    await expect(page.getByRole('radio', { name: 'Mechanical Engineering' })).toBeChecked();
    await page.reload();
    await expect(page.getByRole('radio', { name: 'Mechanical Engineering' })).toBeChecked();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Complete Registration' }).click();
    await expect(page).toHaveURL('/dashboard/faculty/taken');
  });

  test('is not left without a faculty ID', async ({ campus, visit }) => {
    const page = await visit(await campus.person('pending'), '/');
    await toFacultyId(page);
    const refusal = page.getByText('Please fill in all required fields');
    for (const text of ['', '   ']) {
      await page.getByLabel('Faculty ID').fill(text);
      await expect(refusal).toBeHidden();
      await page.getByRole('button', { name: 'Complete Registration' }).click();
      await expect(refusal).toBeVisible();
      await expect(page).toHaveURL('/complete-registration');
    }
  });

  test('says when the faculty ID is another’s', async ({ campus, visit }) => {
    await campus.person('faculty', { facultyId: 'FAC-777' });
    const page = await visit(await campus.person('pending'), '/');
    await toFacultyId(page);
    await page.getByLabel('Faculty ID').fill('fac-777');
    await page.getByRole('button', { name: 'Complete Registration' }).click();
    await expect(page.getByText('This Faculty ID is already registered')).toBeVisible();
    await expect(page).toHaveURL('/complete-registration');
    const field = page.getByLabel('Faculty ID');
    await expect(field).toHaveAccessibleDescription('This Faculty ID is already registered');
    await field.fill('FAC-778');
    await expect(page.getByText('This Faculty ID is already registered')).toBeHidden();
  });

  test('says that it is being completed', async ({ campus, visit }) => {
    const page = await visit(await campus.person('pending'), '/');
    await toFacultyId(page);
    const letGo = await holdCalls(page, '/api/auth/complete-registration');
    await page.getByLabel('Faculty ID').fill('FAC-901');
    await page.getByRole('button', { name: 'Complete Registration' }).click();
    await expect(page.getByRole('button', { name: 'Completing...' })).toBeDisabled();
    letGo();
    await expect(page).toHaveURL('/dashboard/faculty/taken');
  });

  test('says that it takes long for as long as it does', async ({ campus, visit }) => {
    const page = await visit(await campus.person('pending'), '/');
    await toFacultyId(page);
    const finishSending = await holdCalls(page, '/api/auth/complete-registration');
    const finishCheck = await holdCalls(page, '/api/auth/check-auth');
    await page.getByLabel('Faculty ID').fill('FAC-919');
    await page.clock.install();
    await page.getByRole('button', { name: 'Complete Registration' }).click();
    const notice = page.getByText('This is taking longer than usual.');
    await page.clock.runFor(2_500);
    await expect(notice).toBeVisible();
    const checked = page.waitForRequest('/api/auth/check-auth');
    finishSending();
    await checked;
    await page.clock.runFor(10_000);
    await expect(notice).toBeVisible();
    finishCheck();
    await expect(page).toHaveURL('/dashboard/faculty/taken');
  });

  test('says when the server cannot be reached, and goes on after it can', async ({
    campus,
    visit,
  }) => {
    const page = await visit(await campus.person('pending'), '/');
    await toFacultyId(page);
    await page.getByLabel('Faculty ID').fill('FAC-902');
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Complete Registration' }).click();
    await expect(page.getByText('Registration failed. Please try again.')).toBeVisible();
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Complete Registration' }).click();
    await expect(page).toHaveURL('/dashboard/faculty/taken');
  });
});

for (const { role, email, says, home } of [
  {
    role: 'the administrator',
    email: 'admin@campus.test',
    says: 'You have full administrative access to the system.',
    home: '/dashboard/admin',
  },
  {
    role: 'security',
    email: 'security@campus.test',
    says: 'You have access to security features and key management.',
    home: '/dashboard/security/scanner',
  },
]) {
  test(`the mailbox of ${role} gives its role in one step`, async ({ campus, page }) => {
    await campus.db.query("UPDATE users SET role = 'pending' WHERE email = $1", [email]);
    await signInAs(page, email);
    await expect(page).toHaveURL('/complete-registration');
    await expect(page.getByText('Step 1 of 1', { exact: true })).toBeVisible();
    await expect(page.getByRole('progressbar')).toBeHidden();
    await expect(page.getByText('Your role was assigned automatically')).toBeVisible();
    await expect(page.getByText(says)).toBeVisible();
    await expect(
      page.getByText("You're all set! Click continue to complete registration."),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL(home);
  });
}

test('a registration page that waits long says so', async ({ campus, visit }) => {
  const page = await visit(await campus.person('pending'), '/');
  await expect(page.getByText('Step 1 of 2', { exact: true })).toBeVisible();
  const letGo = await holdCalls(page, '/api/auth/registration-status');
  await page.reload();
  await expect(page.getByText('This is taking longer than usual.')).toBeVisible();
  letGo();
  await expect(page.getByText('Step 1 of 2', { exact: true })).toBeVisible();
});
