import type { KeyEvent } from '@keydesk/shared/events';
import type { Key } from '@keydesk/shared/keys/key';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { updateConnection } from '../../../lib/live/connection.ts';
import { forwardEvents, type KeydeskSocket } from '../../../lib/live/events.ts';
import { failure, fakeServer } from '../../../lib/testing/fake-server.ts';
import { renderWithQueries } from '../../../lib/testing/render-with-queries.tsx';
import { sampleKey } from '../../../lib/testing/sample-key.ts';
import { CollectDialogs } from './desk-collect.tsx';
import { type ScanFlow, useScan } from './use-scan.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const key = sampleKey({ keyNumber: '204', keyName: 'Physics Lab', hook: 'Cabinet 2 · 14' });

const returned = { ...key, returnedAt: '2026-01-05T09:00:00.000Z' };
const out = sampleKey({
  ...key,
  status: 'unavailable',
  loanId: 'b'.repeat(24),
  takenBy: { userId: 'a'.repeat(24), name: 'Asha Rao' },
  takenAt: '2026-01-05T08:00:00.000Z',
});

/** A desk at which this key is being collected. */
function renderDialog(key = out): ScanFlow {
  let flow: ScanFlow | undefined;
  function Desk() {
    flow = useScan();
    return <CollectDialogs flow={flow} />;
  }
  renderWithQueries(<Desk />);
  act(() => flow?.send({ type: 'collect-chosen', key }));
  return flow as unknown as ScanFlow;
}

async function pressCollect() {
  await userEvent.click(await screen.findByRole('button', { name: 'Collect' }));
}

test('of a key that was lent on, the new holder is shown before it can be collected', async () => {
  const takenBy = { userId: 'c'.repeat(24), name: 'Leela Krishnan' };
  const lentOn = { ...out, loanId: 'd'.repeat(24), takenBy };
  const vibrate = vi.fn();
  Object.assign(navigator, { vibrate });
  const requests = fakeServer(({ method }) =>
    method === 'GET'
      ? { body: { success: true, data: { key: lentOn } } }
      : { status: 409, body: failure('LOAN_CHANGED', 'Scan the code again.') },
  );
  renderDialog();
  await pressCollect();
  const refusal = await screen.findByRole('alert');
  expect(refusal.textContent).toMatch(/has this key now. Leela Krishnan took it at /);
  expect(screen.queryByText('Asha Rao')).toBeNull();
  expect(vibrate).toHaveBeenCalledExactlyOnceWith([120, 80, 120]);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }));
  await pressCollect();
  expect(requests.at(-2)?.body).toEqual({ loanId: lentOn.loanId });
});

test('a dispute that begins or is settled while the dialog is open is followed', async () => {
  const tell = connect();
  renderDialog();
  await screen.findByText('Asha Rao');
  const takenBy = { userId: 'a'.repeat(24), name: 'Asha Rao' };
  tell({ ...out, version: 8, takenBy: { ...takenBy, disputed: true } });
  await screen.findByText(/This key is disputed/);
  tell({ ...out, version: 9, takenBy });
  await waitFor(() => expect(screen.queryByText(/disputed/)).toBeNull());
});

test('while the server cannot be reached, the dialog says why nothing can be collected', async () => {
  act(() => updateConnection({ serverAnswers: false }));
  onTestFinished(() => act(() => updateConnection({ serverAnswers: true })));
  renderDialog();
  await screen.findByText('Not available offline. Try again when you are back online.');
});

test('a failure for want of the server is said once, and not after it is back', async () => {
  fakeServer(() => ({ status: 500, body: failure('INTERNAL_ERROR', 'Not now') }));
  renderDialog();
  await pressCollect();
  await screen.findByRole('alert');
  act(() => updateConnection({ serverAnswers: false }));
  await screen.findByText(/^Not available offline/);
  expect(screen.queryByRole('alert')).toBeNull();
  act(() => updateConnection({ serverAnswers: true }));
  await waitFor(() => expect(screen.queryByText(/^Not available offline/)).toBeNull());
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a second Enter for what opened the dialog does not collect a key that nobody has read', async () => {
  const requests = fakeServer(() => ({ status: 409, body: failure('LOAN_CHANGED', '') }));
  renderDialog();
  fireEvent.click(await screen.findByRole('button', { name: 'Collect' }), { detail: 0 });
  expect(requests).toHaveLength(0);
});

/** The live connection, whose event of a key `tell` brings. */
function connect() {
  const listeners = new Map<string, (event: KeyEvent) => void>();
  const on = (name: string, listener: (event: KeyEvent) => void) => listeners.set(name, listener);
  forwardEvents({ on } as unknown as KeydeskSocket);
  return (changed: Key) =>
    act(() =>
      listeners.get('key-updated')?.({ key: changed, version: changed.version } as KeyEvent),
    );
}

test('a collection whose answer and next read are lost is known by its event', async () => {
  const tell = connect();
  fakeServer(({ method }) => {
    // The event comes first.
    if (method === 'POST') tell({ ...returned, version: 9 });
    return { status: 500, body: failure('INTERNAL', 'Something went wrong') };
  });
  renderDialog();
  await pressCollect();
  expect((await screen.findByRole('alert')).textContent).toBe('This key is already back.');
  expect(screen.queryByRole('button', { name: 'Collect' })).toBeNull();
});

test('that the loan shown ends elsewhere is said as it happens, and nothing is collected', async () => {
  const tell = connect();
  const flow = renderDialog();
  await screen.findByText('Asha Rao');
  tell({ ...out, version: 8, hook: 'Cabinet 3' });
  expect(screen.queryByRole('alert')).toBeNull();
  tell({ ...returned, version: 9 });
  expect((await screen.findByRole('alert')).textContent).toBe('This key is already back.');
  const takenBy = { userId: 'c'.repeat(24), name: 'Leela Krishnan' };
  tell({ ...out, version: 10, loanId: 'd'.repeat(24), takenBy });
  expect(screen.getByRole('alert').textContent).toMatch(/Leela Krishnan took it at /);
  expect(screen.queryByRole('button', { name: 'Collect' })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'OK' }));
  await userEvent.keyboard('{Enter}');
  expect(flow.get().step).toEqual({ name: 'waiting' });
});

test('a reason that was typed is kept until it is discarded or Cancel is pressed', async () => {
  const flow = renderDialog();
  const reason = () => screen.findByRole<HTMLInputElement>('textbox', { name: /^Reason/ });
  await userEvent.type(await reason(), 'Left with the dean');
  await userEvent.keyboard('{Escape}');
  await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }));
  expect((await reason()).value).toBe('Left with the dean');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(flow.get().step).toEqual({ name: 'waiting' });
});
