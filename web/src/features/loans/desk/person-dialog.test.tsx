import type { Key } from '@keydesk/shared/keys/key';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeServer } from '../../../lib/testing/fake-server.ts';
import { renderWithQueries } from '../../../lib/testing/render-with-queries.tsx';
import { sampleKey } from '../../../lib/testing/sample-key.ts';
import { PersonDialog } from './person-dialog.tsx';
import { shownStep } from './scan-machine.ts';
import { type ScanFlow, useScan } from './use-scan.ts';

beforeEach(() => void vi.useFakeTimers({ now, toFake: ['Date'] }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const now = Date.parse('2026-03-02T09:00:00.000Z');
const asha = {
  id: 'a'.repeat(24),
  name: 'Asha Rao',
  department: 'CSE',
  facultyId: 'FAC-101',
  email: 'asha.rao@campus.test',
};
const card = { name: 'card-read' as const, text: 'ASHA-1', person: asha };

/** A key that Asha has had since the morning, due at this hour of the day. */
function outUntil(keyNumber: string, hour: string, change: Partial<Key> = {}): Key {
  const dueAt = `2026-03-02T${hour}:00:00.000Z`;
  return sampleKey({
    _id: keyNumber.repeat(8),
    keyNumber,
    status: 'unavailable',
    loanId: 'b'.repeat(24),
    takenBy: { userId: asha.id, name: asha.name },
    takenAt: '2026-03-02T05:00:00.000Z',
    dueAt,
    graceUntil: dueAt,
    ...change,
  });
}

const [late, soon, today] = [outUntil('C-1', '08'), outUntil('C-2', '10'), outUntil('C-3', '12')];
const ofOthers = outUntil('C-4', '08', { takenBy: { userId: 'c'.repeat(24), name: 'Leela' } });
const disputed = outUntil('C-5', '08', {
  takenBy: { userId: asha.id, name: asha.name, disputed: true },
});

/** A desk that reads the card of Asha, and what it sends. */
function renderPerson(keys: readonly Key[], lends = true) {
  const onLend = vi.fn();
  const requests = fakeServer(({ path }) => {
    if (path === '/people/by-card') return { body: { success: true, data: { person: asha } } };
    const originalUser = { id: asha.id, name: asha.name };
    const isReturn = path.endsWith('/collective-return');
    return { body: { success: true, data: isReturn ? { key: late, originalUser } : {} } };
  });
  let flow: ScanFlow | undefined;
  function Desk() {
    flow = useScan();
    return (
      <PersonDialog
        step={shownStep(flow.use().step)}
        flow={flow}
        keys={keys}
        onLend={lends ? onLend : undefined}
        onClose={() => undefined}
        closeLabel="OK"
      />
    );
  }
  renderWithQueries(<Desk />);
  act(() => flow?.send({ type: 'code-scanned', text: card.text }));
  return { onLend, requests };
}

test('who is at the desk is told with what they have, the late keys first', async () => {
  renderPerson([today, ofOthers, soon, disputed, late, sampleKey()]);
  const dialog = await screen.findByRole('dialog', { name: 'Asha Rao' });
  for (const fact of ['CSE', 'FAC-101', 'asha.rao@campus.test'])
    expect(dialog.textContent).toContain(fact);
  const rows = within(screen.getByRole('list', { name: 'Keys out' })).getAllByRole('listitem');
  expect(rows.map(({ textContent }) => /C-\d/.exec(textContent ?? '')?.[0])).toEqual([
    'C-1',
    'C-2',
    'C-3',
  ]);
  expect(rows[0]?.textContent).toContain('1 hour overdue');
  expect(rows[1]?.textContent).not.toContain('late');
});

test('they are lent a key by the card that was read', async () => {
  const { onLend } = renderPerson([]);
  const lend = await screen.findByRole('button', { name: 'Hand out' });
  await waitFor(() => expect(document.activeElement).toBe(lend));
  expect(screen.getByText('No keys out')).not.toBeNull();
  await userEvent.click(lend);
  expect(onLend).toHaveBeenCalledExactlyOnceWith({ card });
});

test('where keys are handed out for codes only, theirs can still be taken back', async () => {
  renderPerson([late], false);
  await screen.findByText(/This desk hands out keys only with a code/);
  expect(screen.queryByRole('button', { name: 'Hand out' })).toBeNull();
  await screen.findByRole('button', { name: 'Take back C-1' });
});

test('a key is taken back as the loan that was shown, or all of them at once', async () => {
  const { requests } = renderPerson([late, soon]);
  await userEvent.click(await screen.findByRole('button', { name: 'Take back C-1' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Collect' }));
  await screen.findByRole('dialog', { name: 'Collected' });
  expect(requests.filter(({ method }) => method === 'POST')[1]).toEqual({
    method: 'POST',
    path: `/keys/${late._id}/collective-return`,
    body: { loanId: late.loanId },
  });
  await userEvent.click(screen.getByRole('button', { name: 'Done' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Take back all 2' }));
  await screen.findByRole('dialog', { name: 'Collect 2 keys' });
});
