import { confirmationErrorText } from '@keydesk/shared/core/sign-in-error';
import type { Page } from '@playwright/test';
import { type ScreenTour, shows } from './screen.ts';

function chooseDepartment(page: Page) {
  return page.getByRole('radio', { name: 'Internet of Things' }).check();
}

/** People who are not signed in or not registered yet. */
export const outsiders: readonly ScreenTour[] = [
  {
    who: 'someone signed out',
    arrives: ({ person }) => person(),
    signedOut: true,
    screens: [
      { name: 'sign-in', path: '/login', reach: shows('Continue with Google') },
      {
        name: 'sign-in after a failure',
        path: '/login?error=oauth_failed',
        reach: shows('Google authentication failed. Please try again.'),
      },
      {
        name: 'a found key',
        path: '/f/AAAAAAAAAAAAAAAA',
        reach: (page) => page.getByText('I have found it').waitFor(),
      },
      {
        name: 'a confirmation by someone else',
        path: '/confirmed?error=other-person',
        reach: shows(confirmationErrorText(new URLSearchParams('error=other-person')) ?? ''),
      },
    ],
  },
  {
    who: 'someone new',
    arrives: ({ person }) => person('pending'),
    screens: [
      { name: 'registration', path: '/complete-registration', reach: chooseDepartment },
      {
        name: 'the second step of registration',
        path: '/complete-registration',
        reach: async (page) => {
          await chooseDepartment(page);
          await page.getByRole('button', { name: 'Continue' }).click();
          await page.getByLabel('Faculty ID').waitFor();
        },
      },
    ],
  },
  {
    who: 'someone who waits to be accepted',
    arrives: ({ person }) => person('pending', { waitingSince: new Date() }),
    screens: [
      { name: 'waiting', path: '/complete-registration', reach: shows('Waiting for approval') },
    ],
  },
  {
    who: 'someone unverified',
    arrives: ({ person }) => person('faculty', { isVerified: false }),
    screens: [{ name: 'Verify', path: '/verify-email', reach: shows('Verify your email') }],
  },
  ...(['operator', 'responder'] as const).map((role) => ({
    who: `the ${role}`,
    arrives: ({ person }: Parameters<ScreenTour['arrives']>[0]) => person(role),
    screens: [
      {
        name: 'the dashboard',
        path: `/dashboard/${role}`,
        reach: shows(role === 'operator' ? 'Operator Dashboard' : 'Responder Dashboard'),
      },
    ],
  })),
];
