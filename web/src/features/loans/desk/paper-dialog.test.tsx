import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepDraft } from '../../../lib/kept-draft.ts';
import { beginSession, endSession } from '../../../lib/session.ts';
import { fakeServer } from '../../../lib/testing/fake-server.ts';
import { renderWithQueries } from '../../../lib/testing/render-with-queries.tsx';
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
function renderPaper(keys: readonly string[], results: readonly object[]) {
  const rows = keys.map((key, id) => ({ id, key, person, out, back: '' }));
  keepDraft('paper', { opened: [], draft: rows });
  const lines = results.map((result) => ({ key: null, person: null, ...result }));
  const requests = fakeServer(() => ({ body: { success: true, data: { lines, recorded: 0 } } }));
  const onClose = vi.fn();
  renderWithQueries(<PaperDialog open onClose={onClose} keys={[]} />);
  return { requests, onClose };
}

function line(number: number) {
  return within(screen.getByRole('group', { name: `Line ${number}` }));
}

test('a line that lacks something is named before anything is sent', async () => {
  const { requests } = renderPaper(['A-101', ''], []);
  await userEvent.click(screen.getByRole('button', { name: 'Check' }));
  expect(line(2).getByRole('alert').textContent).toContain('Please enter the key');
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
  await userEvent.click(screen.getByRole('button', { name: 'Remove what is recorded' }));
  expect(line(1).getByLabelText<HTMLInputElement>('Key').value).toBe('A-102');
  expect(screen.queryByRole('group', { name: 'Line 2' })).toBeNull();
});

test('after a change nothing is recorded before it was checked again', async () => {
  const { requests } = renderPaper(['A-101'], [{ outcome: 'ready' }]);
  await userEvent.click(screen.getByRole('button', { name: 'Check' }));
  await screen.findByRole('button', { name: 'Record 1 line' });
  expect(requests).toMatchObject([{ body: { apply: false, lines: [{ person: asha.id }] } }]);
  await userEvent.type(line(1).getByLabelText('Key'), '2');
  expect(screen.queryByRole('button', { name: 'Record 1 line' })).toBeNull();
});
