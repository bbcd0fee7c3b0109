import type { SessionEnd } from '@keydesk/shared/session/session-end';
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { beginSession, endSession, session } from '../../lib/session.ts';
import { fakeServer } from '../../lib/testing/fake-server.ts';
import { renderWithQueries } from '../../lib/testing/render-with-queries.tsx';
import { sampleUser } from '../../lib/testing/sample-user.ts';
import { SessionWarning } from './session-warning.tsx';

const guard = sampleUser({ role: 'security' });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => endSession());

function endIn(seconds: number, reason: SessionEnd['reason'] = 'idle'): SessionEnd {
  return { endsAt: new Date(Date.now() + seconds * 1_000).toISOString(), reason };
}

async function pass(seconds: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(seconds * 1_000));
}

/** A desk whose session ends in five minutes, unless the server says something else by then. */
function renderDesk(current: () => SessionEnd, isActive = false) {
  const requests = fakeServer(({ path }) =>
    path === '/auth/check-auth'
      ? { body: { success: true, user: guard, token: 't', session: current() } }
      : { body: { success: true, data: { session: endIn(1_800) } } },
  );
  act(() => beginSession(guard, 't', endIn(300)));
  renderWithQueries(<SessionWarning isActive={() => isActive} />);
  return requests;
}

/** The warning's text, once the server's answer, which takes turns of the event loop, has brought it. */
async function shownText(): Promise<string> {
  for (let turn = 0; turn < 1_000 && !warning(); turn += 1) await pass(0);
  return warning()?.textContent ?? '';
}

const warning = () => screen.queryByRole('alertdialog', { name: 'Signing out soon' });

test('the warning comes a minute before the end and counts down', async () => {
  const end = endIn(300);
  renderDesk(() => end);
  await pass(239);
  expect(warning()).toBeNull();
  await pass(2);
  // It ticks once a second from the moment at which it came.
  expect(await shownText()).toMatch(/^You will be signed out in (60|59) s\./);
  await pass(10);
  expect(await shownText()).toMatch(/^You will be signed out in (50|49) s\./);
});

test('an end that was put off elsewhere is not warned of', async () => {
  const later = endIn(900);
  renderDesk(() => later);
  await pass(250);
  expect(warning()).toBeNull();
  await pass(600);
  expect(await shownText()).not.toBe('');
});

test('to stay is a call that counts as use, and the warning goes', async () => {
  const end = endIn(300);
  const requests = renderDesk(() => end);
  await pass(245);
  await shownText();
  fireEvent.click(screen.getByRole('button', { name: 'Stay signed in' }));
  await pass(0);
  expect(warning()).toBeNull();
  expect(requests.at(-1)).toMatchObject({ method: 'POST', path: '/auth/stay-signed-in' });
  await vi.waitFor(() =>
    expect(Date.parse(session.get().end?.endsAt ?? '')).toBeGreaterThan(Date.now() + 1_700_000),
  );
});

test('whatever a person does on the page keeps the session', async () => {
  const end = endIn(300);
  const requests = renderDesk(() => end);
  await pass(245);
  await shownText();
  fireEvent.keyDown(document.body, { key: 'a' });
  await pass(0);
  expect(warning()).toBeNull();
  expect(requests.filter(({ path }) => path === '/auth/stay-signed-in')).toHaveLength(1);
});

test('whoever has just used the page is not even asked', async () => {
  const end = endIn(300);
  const requests = renderDesk(() => end, true);
  await pass(245);
  await vi.waitFor(() => expect(requests.at(-1)).toMatchObject({ path: '/auth/stay-signed-in' }));
  expect(warning()).toBeNull();
});

test('nothing keeps a session that has its full length', async () => {
  const end = endIn(300, 'expired');
  const requests = renderDesk(() => end);
  await pass(245);
  await shownText();
  fireEvent.keyDown(document.body, { key: 'a' });
  await pass(0);
  expect(await shownText()).toContain('the session has reached its limit.');
  expect(screen.getByRole('link', { name: 'Sign in again' })).toBeTruthy();
  expect(requests.map(({ path }) => path)).not.toContain('/auth/stay-signed-in');
});
