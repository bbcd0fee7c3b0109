import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { loadConfig } from '../../../lib/config.ts';
import { formatDay, formatTime } from '../../../lib/format.ts';
import { updateSession } from '../../../lib/session.ts';
import { failure, fakeServer } from '../../../lib/testing/fake-server.ts';
import { renderWithQueries } from '../../../lib/testing/render-with-queries.tsx';
import { sampleKey } from '../../../lib/testing/sample-key.ts';
import { sampleUser } from '../../../lib/testing/sample-user.ts';
import { KeyCodeModal } from './code-modal.tsx';

const asha = sampleUser();
const item = sampleKey();
const start = Date.parse('2026-03-02T09:00:00.000Z');

let taken = false;
let refused = false;
let other: string | null = null;
let missing = false;
/** How much later codes expire by this device's clock than by the server's, in milliseconds. */
let clockError = 0;

beforeEach(() => {
  vi.useFakeTimers({ now: start });
  taken = false;
  refused = false;
  other = null;
  missing = false;
  clockError = 0;
  updateSession({ user: asha });
});
afterEach(() => act(() => updateSession({ user: null })));

/** Opens the modal; every code is valid for 60 seconds. */
async function open() {
  const requests = fakeServer(({ method, path }) => {
    if (path === '/config') return { body: { success: true, data: config() } };
    if (method === 'POST' && refused)
      return { status: 409, body: failure('KEY_NOT_AVAILABLE', 'Key is not available') };
    if (method === 'POST') return { body: { success: true, data: issuedCode() } };
    const mine = {
      takenBy: { userId: asha.id, name: asha.name },
      takenAt: new Date(start).toISOString(),
      dueAt: '2026-03-02T17:20:00.000Z',
      status: 'unavailable',
    };
    const theirs = { takenBy: { userId: '8'.repeat(24), name: other }, status: 'unavailable' };
    const gone = { status: 'unavailable', condition: 'missing' };
    const key = { ...item, ...(taken && mine), ...(other && theirs), ...(missing && gone) };
    return { body: { success: true, data: { key } } };
  });
  const [onClose, onDone] = [vi.fn(), vi.fn()];
  renderWithQueries(
    <KeyCodeModal type="key-request" item={item} open onClose={onClose} onDone={onDone} />,
  );
  const codes = () => requests.filter(({ method }) => method === 'POST').length;
  await pass(100);
  return { onClose, onDone, codes };
}

function issuedCode() {
  return {
    qrText: 'KD1:ABCDEF',
    expiresAt: new Date(Date.now() + 60_000 + clockError).toISOString(),
    validitySeconds: 60,
  };
}

/** Keys are due in the evening of the day on which the tests take place. */
function config() {
  return { reminderTime: '17:20', campusTimezone: 'UTC', now: new Date().toISOString() };
}

async function pass(milliseconds: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(milliseconds));
}

function picture() {
  return screen.queryByRole('img', { name: 'QR code to take key CSE-101' });
}

test('a code is shown with the time that is left', async () => {
  await open();
  expect(picture()).toBeTruthy();
  expect(screen.getByRole('timer').textContent).toBe('Expires in 01:00');
  await pass(15_000);
  expect(screen.getByRole('timer').textContent).toBe('Expires in 00:45');
});

test('an expired code is no longer offered, and a new one can be had', async () => {
  const { codes } = await open();
  await pass(60_500);
  expect(screen.getByText('QR expired')).toBeTruthy();
  expect(screen.queryByRole('timer')).toBeNull();
  expect(picture()).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Regenerate' }));
  await pass(100);
  expect(picture()).toBeTruthy();
  expect(codes()).toBe(2);
});

test('nothing issues a second code while the first one is shown', async () => {
  const { codes } = await open();
  await act(async () => window.dispatchEvent(new Event('visibilitychange')));
  await pass(30_000);
  expect(codes()).toBe(1);
});

test('the code of a key that is reported missing is no longer shown until the key is found', async () => {
  const { codes } = await open();
  missing = true;
  await pass(15_000);
  expect(picture()).toBeNull();
  expect(screen.getByRole('alert').textContent).toBe('CSE-101 has been reported missing');
  missing = false;
  await pass(15_000);
  expect(picture()).toBeTruthy();
  expect(codes()).toBe(1);
});

test('a refusal is shown with a way to try again', async () => {
  refused = true;
  await open();
  expect(screen.getByRole('alert').textContent).toBe(
    'Error generating QR code: Key is not available',
  );
  refused = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  await pass(100);
  expect(picture()).toBeTruthy();
});

test('a key that somebody else has is said to be theirs, and nothing is tried again', async () => {
  [refused, other] = [true, 'Rohan Chatterjee'];
  await open();
  expect(screen.getByRole('alert').textContent).toBe('Now with Rohan Chatterjee');
  expect(screen.queryByRole('button', { name: /Try Again|Regenerate/ })).toBeNull();
});

test('once the key is handed out the modal says so, once', async () => {
  const { onDone } = await open();
  taken = true;
  await pass(20_000);
  expect(screen.getByText('CSE-101 is now with you')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Done' })).toBeTruthy();
  expect(picture()).toBeNull();
  await pass(60_000);
  expect(onDone).toHaveBeenCalledTimes(1);
});

test('once a key is taken it is said when it is due, and the modal closes by itself', async () => {
  const { onClose } = await open();
  await act(() => loadConfig());
  taken = true;
  const due = new Date('2026-03-02T17:20:00.000Z').getTime();
  const note = `due ${formatDay(due, start, 'UTC')} ${formatTime(due, 'UTC')}`;
  while (!screen.queryByText(note)) await pass(500);
  expect(onClose).not.toHaveBeenCalled();
  await pass(10_000);
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('the countdown never begins above the validity, whatever the clock of the device', async () => {
  clockError = 600;
  await open();
  expect(screen.getByRole('timer').textContent).toBe('Expires in 01:00');
});

describe('a code that keeps fresh', () => {
  function keepFresh() {
    return screen.getByRole<HTMLInputElement>('switch', { name: 'Renew automatically' });
  }

  test('renews itself five times, and then expires', async () => {
    const { codes } = await open();
    expect(keepFresh().checked).toBe(false);
    fireEvent.click(keepFresh());
    for (let issued = 2; issued <= 6; issued += 1) {
      await pass(60_600);
      await pass(100);
      expect(codes()).toBe(issued);
      expect(picture()).toBeTruthy();
      expect(screen.queryByText('QR expired')).toBeNull();
    }
    await pass(60_600);
    await pass(100);
    expect(codes()).toBe(6);
    expect(screen.getByText('QR expired')).toBeTruthy();

    fireEvent.click(screen.getByRole('button', { name: 'Regenerate' }));
    await pass(60_600);
    await pass(100);
    expect(codes()).toBe(8);
  });

  test('is remembered on this device', async () => {
    await open();
    fireEvent.click(keepFresh());
    cleanup();
    await open();
    expect(keepFresh().checked).toBe(true);
  });

  test('waits while nobody can see it', async () => {
    const { codes } = await open();
    fireEvent.click(keepFresh());
    showPage('hidden');
    await pass(90_000);
    expect(codes()).toBe(1);
    showPage('visible');
    await pass(1_000);
    expect(codes()).toBe(2);
    expect(picture()).toBeTruthy();
  });
});

function showPage(state: DocumentVisibilityState): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
}

test('Escape closes the modal', async () => {
  const { onClose } = await open();
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('nobody signed in gets no code and nothing to try again', async () => {
  updateSession({ user: null });
  const { codes } = await open();
  expect(screen.getByRole('alert').textContent).toBe('User not authenticated or user ID missing');
  expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
  expect(codes()).toBe(0);
});
