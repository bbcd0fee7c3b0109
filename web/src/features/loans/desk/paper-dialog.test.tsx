import { deviceTimezone } from '@keydesk/shared/core/dates';
import type { Key } from '@keydesk/shared/keys/key';
import type { WaitingLine } from '@keydesk/shared/loans/paper';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { campusTimezone, fromDateTimeField } from '../../../lib/format.ts';
import { keepDraft } from '../../../lib/kept-draft.ts';
import { beginSession, endSession } from '../../../lib/session.ts';
import { fakeServer } from '../../../lib/testing/fake-server.ts';
import { renderWithQueries } from '../../../lib/testing/render-with-queries.tsx';
import { sampleKey } from '../../../lib/testing/sample-key.ts';
import { sampleUser } from '../../../lib/testing/sample-user.ts';
import { PaperDialog } from './paper-dialog.tsx';

const asha = { id: 'a'.repeat(24), name: 'Asha Rao', email: 'asha@campus.test' };
const person = { ...asha, department: 'CSE', facultyId: 'F-1' };
const out = '2026-03-10T09:00';

beforeEach(() => beginSession(sampleUser({ role: 'security' })));
afterEach(() => {
  cleanup();
  endSession();
  vi.unstubAllGlobals();
});

/** The dialog with these keys typed, each to Asha; the server says this of every line. */
function renderPaper(
  keys: readonly string[],
  results: readonly object[],
  known: Key[] = [],
  waiting: readonly WaitingLine[] = [],
  times = { out, back: '' },
  disputes: readonly object[] = [],
) {
  const rows = keys.map((key, id) => ({ id, key, person, ...times }));
  keepDraft('paper', { opened: [], draft: rows });
  const lines = () => results.map((result) => ({ key: null, person: null, ...result }));
  const requests: unknown[] = [];
  fakeServer((request) => {
    if (request.path.endsWith('/disputes')) return { body: { success: true, data: { disputes } } };
    if (request.method === 'GET')
      return { body: { success: true, data: { lines: waiting, periods: [] } } };
    requests.push(request);
    return { body: { success: true, data: { lines: lines(), recorded: 0 } } };
  });
  const onClose = vi.fn();
  renderWithQueries(<PaperDialog open onClose={onClose} keys={known} />);
  return { requests, onClose };
}

function line(number: number) {
  return within(screen.getByRole('group', { name: `Entry ${number}` }));
}

test('a line that lacks something is named before anything is sent', async () => {
  const { requests } = renderPaper(['A-101', ''], []);
  await userEvent.click(screen.getByRole('button', { name: 'Check' }));
  expect(line(2).getByRole('alert').textContent).toContain('Enter the key');
  expect(line(1).queryByRole('alert')).toBeNull();
  expect(requests).toEqual([]);
});

test('what is recorded already is removed with one press, the rest stays', async () => {
  const message = 'A-102 to Asha Rao overlaps';
  renderPaper(
    ['A-101', 'A-102'],
    [{ outcome: 'recorded-before' }, { outcome: 'refused', message }],
  );
  await userEvent.click(screen.getByRole('button', { name: 'Check' }));
  await screen.findByText(message);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Record' }).disabled).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: 'Remove recorded entries' }));
  expect(line(1).getByLabelText<HTMLInputElement>('Key').value).toBe('A-102');
  expect(screen.queryByRole('group', { name: 'Entry 2' })).toBeNull();
});

test('after a change nothing is recorded before it was checked again', async () => {
  const { requests } = renderPaper(['A-101'], [{ outcome: 'ready' }]);
  await userEvent.click(screen.getByRole('button', { name: 'Check' }));
  await screen.findByRole('button', { name: 'Record 1 entry' });
  expect(requests).toMatchObject([{ body: { apply: false, lines: [{ person: asha.id }] } }]);
  await userEvent.type(line(1).getByLabelText('Key'), '2');
  expect(screen.queryByRole('button', { name: 'Record 1 entry' })).toBeNull();
});

test('a key that is out by the record came back with one press, and when is typed', async () => {
  const ravi = { userId: 'b'.repeat(24), name: 'Ravi Kumar', email: 'ravi@campus.test' };
  const takenAt = new Date(fromDateTimeField('2026-03-10T08:15', campusTimezone.get()));
  const taken = { takenBy: ravi, takenAt: new Date(takenAt.getTime() + 40_000).toISOString() };
  const key = sampleKey({ keyNumber: 'A-101', ...taken });
  const { requests } = renderPaper(['a-101'], [{ outcome: 'ready' }], [key]);
  expect(line(1).getByText(/^With Ravi Kumar since .*08:15\.$/)).toBeTruthy();
  await userEvent.click(line(1).getByRole('button', { name: 'It was returned' }));
  expect(line(1).getByText('Ravi Kumar')).toBeTruthy();
  expect(line(1).queryByRole('button', { name: 'It was returned' })).toBeNull();
  expect(document.activeElement).toBe(line(1).getByLabelText('Back at (optional)'));
  await userEvent.click(screen.getByRole('button', { name: 'Check' }));
  expect(requests).toMatchObject([
    { body: { lines: [{ person: ravi.userId, outAt: takenAt.toISOString() }] } },
  ]);
});

describe('of an hour that comes twice', () => {
  beforeEach(() => campusTimezone.set('Europe/Berlin'));
  afterEach(() => campusTimezone.set(deviceTimezone));

  const sent = async (times: { out: string; back: string }, known: Key[] = []) => {
    const { requests } = renderPaper(['A-101'], [{ outcome: 'ready' }], known, [], times);
    await userEvent.click(screen.getByRole('button', { name: 'Check' }));
    return (requests as { body: { lines: object[] } }[])[0]?.body.lines[0];
  };

  test('a key was out from the first to the second', async () => {
    const times = { out: '2026-10-25T02:50', back: '2026-10-25T02:10' };
    expect(await sent(times)).toMatchObject({
      outAt: '2026-10-25T00:50:00.000Z',
      backAt: '2026-10-25T01:10:00.000Z',
    });
  });

  test('a key that is out by the record was taken when that says', async () => {
    const takenAt = '2026-10-25T01:50:20.000Z';
    const key = sampleKey({ keyNumber: 'A-101', takenAt });
    const times = { out: '2026-10-25T02:50', back: '2026-10-25T04:00' };
    expect(await sent(times, [key])).toMatchObject({ outAt: '2026-10-25T01:50:00.000Z' });
  });
});

test('a recorded line that the record contradicts says so, and is not undone again', async () => {
  const key = sampleKey({ keyNumber: 'A-101', takenBy: null, loanId: null, returnedAt: null });
  const result = {
    outcome: 'ready',
    loanId: 'f'.repeat(24),
    key: { id: key._id, keyNumber: 'A-101', keyName: 'Lab' },
  };
  renderPaper(['A-101'], [result], [key]);
  await userEvent.click(screen.getByRole('button', { name: 'Check' }));
  const record = await screen.findByRole('button', { name: 'Record 1 entry' });
  result.outcome = 'recorded';
  await userEvent.click(record);
  const recorded = within(await screen.findByRole('region', { name: 'Recorded' }));
  expect(recorded.getByRole('status').textContent).toContain('Hand-out undone');
  expect(recorded.queryByRole('button', { name: /^Undo/ })).toBeNull();
});

test('a recorded line that its holder disputes says so, and is not undone', async () => {
  const key = sampleKey({ keyNumber: 'A-101', takenBy: null, loanId: null, disputed: true });
  const loanId = 'f'.repeat(24);
  const result = {
    outcome: 'ready',
    loanId,
    key: { id: key._id, keyNumber: 'A-101', keyName: 'Lab' },
  };
  const dispute = { loanId, holder: asha, sponsor: null, settledAt: null };
  renderPaper(['A-101'], [result], [key], [], { out, back: '2026-03-10T09:30' }, [dispute]);
  await userEvent.click(screen.getByRole('button', { name: 'Check' }));
  const record = await screen.findByRole('button', { name: 'Record 1 entry' });
  result.outcome = 'recorded';
  await userEvent.click(record);
  const recorded = within(await screen.findByRole('region', { name: 'Recorded' }));
  const said = await recorded.findByText(/^Disputed:/);
  expect(said.textContent).toBe('Disputed: Asha Rao says they did not receive it.');
  expect(recorded.queryByRole('button', { name: /^Undo/ })).toBeNull();
});

test('lines that wait for an admin are in view, also what this desk has just sent', async () => {
  const at = (time: string) => fromDateTimeField(`2026-03-10T${time}`, campusTimezone.get());
  const line = {
    id: 'd'.repeat(24),
    key: { id: '1'.repeat(24), keyNumber: 'A-100', keyName: 'Lab' },
    person: asha,
    outAt: at('07:30'),
    backAt: null,
    enteredBy: asha,
    enteredAt: at('09:00'),
  };
  const waiting = [line];
  renderPaper(['A-101'], [{ outcome: 'waits' }], [], waiting);
  const list = within(await screen.findByRole('region', { name: 'Waiting for an admin' }));
  expect(list.getByText(/since .*07:30/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Check' }));
  const ask = await screen.findByRole('button', { name: 'Ask an admin about 1 entry' });
  waiting.push({ ...line, id: 'e'.repeat(24), key: { ...line.key, keyNumber: 'A-101' } });
  await userEvent.click(ask);
  expect(await list.findByText('A-101')).toBeTruthy();
});

test('a key that is in, or disputed, did not come back', () => {
  const disputed = { userId: 'b'.repeat(24), name: 'Ravi Kumar', disputed: true as const };
  renderPaper(
    ['A-101', 'A-102'],
    [],
    [
      sampleKey({ keyNumber: 'A-101' }),
      sampleKey({ keyNumber: 'A-102', takenBy: disputed, takenAt: '2026-03-10T08:15:40.000Z' }),
    ],
  );
  expect(screen.queryByRole('button', { name: 'It was returned' })).toBeNull();
});
