import { deviceTimezone } from '@keydesk/shared/core/dates';
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadConfig } from '../../lib/config.ts';
import { formatTime } from '../../lib/format.ts';
import { updateSession } from '../../lib/session.ts';
import { failure, fakeServer } from '../../lib/testing/fake-server.ts';
import { renderWithQueries } from '../../lib/testing/render-with-queries.tsx';
import { sampleKey } from '../../lib/testing/sample-key.ts';
import { sampleUser } from '../../lib/testing/sample-user.ts';
import { KeepUntil } from './keep-until.tsx';
import { WaitButton, WaitIconButton } from './waits.tsx';

const loanId = 'c'.repeat(24);
const taken = { status: 'unavailable', loanId } as const;
const theirs = sampleKey({
  ...taken,
  takenBy: { userId: '8'.repeat(24), name: 'Rohan Chatterjee' },
});
const own = sampleKey({ ...taken, takenBy: { userId: sampleUser().id, name: 'Asha Rao' } });
const until = new Date(new Date().setUTCHours(12, 0, 0, 0) + 2 * 86_400_000).toISOString();
const campusTimezone = deviceTimezone === 'Asia/Kolkata' ? 'America/St_Johns' : 'Asia/Kolkata';

let fails = true;

beforeEach(() => {
  fails = true;
  updateSession({ user: sampleUser() });
  fakeServer(({ path }) => {
    if (path === '/config') {
      const data = { reminderTime: '17:20', campusTimezone, now: new Date().toISOString() };
      return { body: { success: true, data } };
    }
    if (fails) return { status: 500, body: failure('INTERNAL', 'Something went wrong') };
    return {
      body: { success: true, data: { waits: [], offers: [{ loanId, until, why: null }] } },
    };
  });
});
afterEach(() => act(() => updateSession({ user: null })));

async function tryAgain(): Promise<void> {
  const button = await screen.findByRole('button', { name: /^Try Again/ });
  fails = false;
  fireEvent.click(button);
}

test('waits that cannot be read are said to be so in the details, and read again', async () => {
  renderWithQueries(<WaitButton item={theirs} />);
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Could not check whether you are waiting for this key.',
  );
  await tryAgain();
  await screen.findByRole('button', { name: 'Notify me when it is back' });
});

test('a row offers to read them again', async () => {
  renderWithQueries(<WaitIconButton item={theirs} />);
  await tryAgain();
  await screen.findByRole('button', { name: 'Notify me when CSE-101 is back' });
});

test('extensions that cannot be read are said to be so, and read again on campus time', async () => {
  await act(() => loadConfig());
  renderWithQueries(<KeepUntil item={own} />);
  await screen.findByText('Could not check whether you can keep it longer.');
  await tryAgain();
  const time = formatTime(Date.parse(until), campusTimezone).replace(/\s/g, '\\s');
  await screen.findByRole('button', { name: new RegExp(`^Keep until .*${time}\\s?: CSE-101$`) });
});
