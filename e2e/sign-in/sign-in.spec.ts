import { expect } from '@playwright/test';
import { holdCalls, holdLiveConnection, watchCalls } from '../harness/network.ts';
import { blank, test } from '../harness/test.ts';

test.describe('a browser in which the application does not run', () => {
  test('is told that it is too old, where no script has replaced the logo', async ({ page }) => {
    await page.route(/assets\/.*\.js$/, (route) => route.abort());
    await page.goto('/dashboard');
    const sentence = page.getByText('this browser is too old for Keydesk');
    await expect(sentence).toBeHidden();
    await page.evaluate(() => {
      for (const animation of document.getAnimations()) animation.finish();
    });
    await expect(sentence).toBeVisible();
  });

  test('is told at once that it needs JavaScript', async ({ browser, campus }) => {
    const context = await browser.newContext({ baseURL: campus.url, javaScriptEnabled: false });
    const page = await context.newPage();
    for (const path of ['/dashboard', '/login']) {
      await page.goto(path);
      const sentence = page.locator('noscript > p');
      await expect(sentence).toBeVisible();
      await expect(sentence).toHaveText(/^Keydesk needs JavaScript\./);
    }
    await context.close();
  });
});

test('loading a page breaks no rule of its content security policy', async ({ campus, visit }) => {
  const page = await visit(await campus.person('admin'), '/healthz');
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ blockedURI, violatedDirective }) => {
      document.documentElement.dataset.violation = `${violatedDirective} ${blockedURI}`;
    });
  });
  for (const path of [
    '/dashboard/admin/users',
    '/dashboard/admin/settings',
    '/dashboard/profile',
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(await page.locator('html').getAttribute('data-violation')).toBeNull();
  }
});

test.describe('the sign-in page', () => {
  test('says what it is for, without an error in the console', async ({ page }) => {
    const errors: string[] = [];
    page.on('console', (line) => line.type() === 'error' && errors.push(line.text()));
    await page.goto('/');
    await expect(page).toHaveURL('/login');
    await expect(page.getByRole('heading', { name: 'Welcome to Keydesk' })).toBeVisible();
    await expect(page.getByText('Sign in with your Google account to continue')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Continue with Google' })).toBeVisible();
    await expect(page.getByText('Secure access with Google authentication')).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(errors).toEqual([]);
  });

  test('asks search engines to stay away', async ({ request }) => {
    expect(await (await request.get('/robots.txt')).text()).toBe('User-agent: *\nDisallow: /\n');
  });

  test('stands in the chosen colours before any other file has come', async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('theme', 'dark'));
    await page.route(/\.(js|css)$/, (route) => route.abort());
    await page.goto('/login');
    await expect(page.getByRole('link', { name: 'Continue with Google' })).toBeVisible();
    await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(13, 20, 24)');
  });

  test('says that it redirects once the button is pressed, and can be used again after Back', async ({
    page,
  }) => {
    await page.goto('/login');
    // A navigation that comes to nothing leaves the page to be looked at.
    await page.route('/api/auth/google', (route) => route.abort('aborted'));
    await page.getByRole('link', { name: 'Continue with Google' }).click();
    await expect(page.getByRole('link', { name: 'Redirecting to Google...' })).toBeVisible();
    // What a browser does that kept the page as it was left; this one is told not to.
    await page.evaluate(() =>
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
    );
    const link = page.getByRole('link', { name: 'Continue with Google' });
    await expect(link).toBeVisible();
    await expect(link).not.toHaveAttribute('aria-disabled');
  });

  test('says why nobody came in, with and without scripts', async ({ page }) => {
    const shown = async (text: string) => {
      await expect(page.getByRole('alert')).toHaveText(text);
      await expect(page.getByRole('link', { name: 'Continue with Google' })).toBeVisible();
    };
    for (const [error, text] of [
      [
        'oauth_failed&reason=browser_locked&minutes=7',
        'Too many failed sign-ins in this browser. Try again in 7 minutes.',
      ],
      ['oauth_failed&reason=account_closed', 'This account is closed. Ask an admin.'],
      ['made_up', 'You could not be signed in. Try again.'],
    ] as const) {
      await page.goto(`/login?error=${error}`);
      await shown(text);
      await page.route(/\.js$/, (route) => route.abort());
      await page.reload();
      await shown(text);
      await page.unroute(/\.js$/);
    }
  });

  test('names another provider, with and without scripts, and drops the mark of Google', async ({
    campus,
    visit,
  }) => {
    const { url } = await campus.another({ SIGN_IN_NAME: 'Campus ID' });
    const page = await visit(null, `${url}/login?error=oauth_failed`);
    const link = page.getByRole('link', { name: 'Continue with Campus ID' });
    const shown = async () => {
      await expect(page.getByRole('alert')).toHaveText(
        'Campus ID authentication failed. Please try again.',
      );
      await expect(link.locator('svg')).toHaveCount(0);
      await expect(page.getByText('Secure access with Campus ID authentication')).toBeVisible();
      await expect(page.getByText('Google')).toHaveCount(0);
    };
    await shown();
    await page.route(/\.js$/, (route) => route.abort());
    await page.reload();
    await shown();
  });

  test('is left for /verify-email by who was refused for an unverified address', async ({
    page,
  }) => {
    await page.goto('/verify-email?error=oauth_failed&reason=email_unverified');
    await expect(page.getByRole('heading', { name: 'Verify your email' })).toBeVisible();
    await expect(
      page.getByText('Your sign-in provider did not confirm your email address. Ask an admin.'),
    ).toBeVisible();
    await page.getByRole('link', { name: 'Sign in again' }).click();
    await expect(page).toHaveURL('/login');
  });

  test('says when Google refused', async ({ page }) => {
    await page.goto('/api/auth/google/callback?error=access_denied&state=unknown');
    await expect(page).toHaveURL('/login?error=oauth_failed');
    await expect(page.getByText('Google authentication failed. Please try again.')).toBeVisible();
  });
});

test('somebody known signs in with a press on their account', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('link', { name: 'Continue with Google' }).click();
  await page.getByRole('button', { name: 'Asha Rao' }).click();
  await expect(page.getByText('Successfully logged in with Google!')).toBeVisible();
  await expect(page).toHaveURL('/dashboard/faculty/taken');
  await expect(page.getByRole('heading', { name: 'Taken' })).toBeVisible();
  await page.getByRole('button', { name: 'User menu' }).click();
  const menu = page.getByRole('menu');
  await expect(menu).toContainText('Asha Rao');
  await expect(menu).toContainText('asha.rao@campus.test');
});

for (const path of [
  '/api/auth/google?login_hint=asha.rao%40campus.test',
  '/dashboard/faculty/taken',
])
  test(`a token of an older session keeps nobody out who has a newer cookie: ${path}`, async ({
    page,
  }) => {
    await page.goto('/api/auth/google?login_hint=asha.rao%40campus.test');
    await expect(page.getByRole('heading', { name: 'Taken' })).toBeVisible();
    await page.goto(blank);
    await page.evaluate(() => localStorage.setItem('auth-token', 'of-an-older-session'));
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Taken' })).toBeVisible();
    await expect(page).toHaveURL('/dashboard/faculty/taken');
  });

test('a browser that keeps no cookies is not told that it has signed in', async ({ page }) => {
  await page.goto('/login?auth=success');
  await expect(page.getByRole('alert')).toHaveText(
    'You are not signed in. Allow cookies for this site and try again.',
  );
  await expect(page.getByText('Successfully logged in with Google!')).toBeHidden();
});

test('the account chooser loads nothing that its policy refuses', async ({ page }) => {
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ blockedURI }) =>
      console.error('Refused by the policy:', blockedURI),
    );
  });
  const refused: string[] = [];
  page.on('console', (message) => /policy/i.test(message.text()) && refused.push(message.text()));
  await page.goto('/login');
  await page.getByRole('link', { name: 'Continue with Google' }).click();
  await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible();
  // Browsers with a window ask for an icon; this one has to be made to.
  const icon = await page.locator('link[rel=icon]').getAttribute('href');
  await page.evaluate(
    (src) =>
      new Promise((resolve, reject) => {
        const image = new Image();
        image.onload = resolve;
        image.onerror = reject;
        image.src = src ?? '';
      }),
    icon,
  );
  await page.getByRole('button', { name: 'Asha Rao' }).click();
  await expect(page.getByRole('heading', { name: 'Taken' })).toBeVisible();
  expect(refused).toEqual([]);
});

test('the splash screen stands until the session is checked', async ({ campus, visit }) => {
  const page = await visit(await campus.person(), '/dashboard/profile');
  await expect(page.getByRole('heading', { name: 'Profile Settings' })).toBeVisible();
  const letGo = await holdCalls(page, '/api/auth/check-auth');
  await page.reload();
  await expect(page.getByRole('status')).toHaveText('Loading...');
  await expect(page.getByRole('main')).toBeHidden();
  letGo();
  await expect(page.getByRole('heading', { name: 'Profile Settings' })).toBeVisible();
});

test('the page last visited is where the next visit begins', async ({ campus, visit }) => {
  const person = await campus.person();
  const page = await visit(person, '/dashboard/profile');
  await expect(page.getByRole('heading', { name: 'Profile Settings' })).toBeVisible();
  await page.goto('/login');
  await expect(page).toHaveURL('/dashboard/profile');
  await page.goto('/');
  await expect(page).toHaveURL('/dashboard/faculty/taken');
});

test('the bearer token is kept while signed in and gone after Logout', async ({
  campus,
  visit,
}) => {
  const person = await campus.person();
  const page = await visit(person, '/dashboard/faculty/taken');
  const token = () => page.evaluate(() => localStorage.getItem('auth-token'));
  await expect(page.getByText('No keys taken')).toBeVisible();
  expect(await token()).toBe(person.secrets.bearer);

  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome to Keydesk' })).toBeVisible();
  expect(await token()).toBeNull();
  expect(await page.context().cookies()).toEqual([]);
  await page.goto('/dashboard/faculty/taken');
  await expect(page).toHaveURL('/login');
});

test('a session that ended leads back to the sign-in page', async ({ campus, visit }) => {
  const person = await campus.person();
  const page = await visit(person, '/dashboard/faculty/taken');
  // By its live connection or a call at rest the page would hear of the end before the press.
  await holdLiveConnection(page);
  const isAtRest = watchCalls(page);
  await page.reload();
  await expect(page.getByText('No keys taken')).toBeVisible();
  await expect.poll(isAtRest).toBe(true);
  const letGo = await holdCalls(page, ({ pathname }) => pathname.startsWith('/api/'));
  await campus.db.query('UPDATE sessions SET revoked_at = now() WHERE id = $1', [
    person.secrets.sessionId,
  ]);
  await page.getByRole('button', { name: 'Refresh' }).click();
  letGo();
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('link', { name: 'Continue with Google' })).toBeVisible();
});
