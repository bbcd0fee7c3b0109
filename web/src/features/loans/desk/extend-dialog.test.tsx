import { deviceTimezone } from '@keydesk/shared/core/dates';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { loadConfig } from '../../../lib/config.ts';
import { formatTime } from '../../../lib/format.ts';
import { updateConnection } from '../../../lib/live/connection.ts';
import { fakeServer } from '../../../lib/testing/fake-server.ts';
import { renderWithQueries } from '../../../lib/testing/render-with-queries.tsx';
import { sampleKey } from '../../../lib/testing/sample-key.ts';
import { DueTime } from './due-time.tsx';
import { ExtendDialog } from './extend-dialog.tsx';
import { useOverdueLoans } from './overdue-keys.tsx';

const now = Date.parse('2026-03-02T09:00:00.000Z');
const dueAt = '2026-03-02T11:50:00.000Z';
const byRule = '2026-03-02T12:50:00.000Z';
/** Neither the zone of the machine that tests, nor a whole number of hours away from it. */
const zone = deviceTimezone === 'Asia/Kolkata' ? 'America/St_Johns' : 'Asia/Kolkata';
const zones: Record<string, { typed: string; sent: string; rule: string }> = {
  'Asia/Kolkata': {
    typed: '2026-03-02T19:00',
    sent: '2026-03-02T13:30:00.000Z',
    rule: '2026-03-02T18:20',
  },
  'America/St_Johns': {
    typed: '2026-03-02T19:00',
    sent: '2026-03-02T22:30:00.000Z',
    rule: '2026-03-02T09:20',
  },
};
const expected = zones[zone];
if (!expected) throw new Error(`No times for ${zone}`);

const loan = {
  loanId: 'c'.repeat(24),
  key: sampleKey(),
  holderName: 'Asha Rao',
  dueAt,
};

let answerChoices: (choices: string[]) => void = () => undefined;

beforeEach(() => {
  vi.useFakeTimers({ now, shouldAdvanceTime: true });
});

function serve() {
  const answered = new Promise<string[]>((resolve) => {
    answerChoices = resolve;
  });
  return fakeServer(async ({ method, path, body }) => {
    if (path === '/config') {
      const data = {
        reminderTime: '17:20',
        campusTimezone: zone,
        now: new Date(now).toISOString(),
      };
      return { body: { success: true, data } };
    }
    if (path === '/desk/overdue')
      return { body: { success: true, data: { loans: [], late: 0, soon: 0 } } };
    if (method === 'POST') {
      const { until } = body as { until: string };
      return { body: { success: true, data: { dueAt: until, key: loan.key } } };
    }
    return { body: { success: true, data: { choices: await answered, latest: null } } };
  });
}

async function open() {
  const requests = serve();
  await act(() => loadConfig());
  renderWithQueries(<ExtendDialog loan={loan} onClose={() => undefined} />);
  await screen.findByRole('dialog', { name: 'Extend' });
  return () => requests.find(({ method }) => method === 'POST')?.body;
}

function field(label: string) {
  return screen.getByLabelText<HTMLInputElement>(label);
}

function submit(): void {
  fireEvent.change(field('Reason'), { target: { value: 'Exam' } });
  fireEvent.submit(field('Reason').closest('form') as HTMLFormElement);
}

test('times are shown and typed on the clocks of the campus', async () => {
  const sent = await open();
  act(() => answerChoices([]));
  await waitFor(() => expect(field('Until').value).not.toBe(''));
  expect(screen.getByText(/due today/).textContent).toContain(formatTime(Date.parse(dueAt), zone));
  fireEvent.change(field('Until'), { target: { value: expected.typed } });
  submit();
  await waitFor(() => expect(sent()).toEqual({ until: expected.sent, reason: 'Exam' }));
});

test('the first time by the rule is suggested', async () => {
  const sent = await open();
  expect(field('Until').value).toBe('');
  act(() => answerChoices([byRule]));
  await waitFor(() => expect(field('Until').value).toBe(expected.rule));
  submit();
  await waitFor(() => expect(sent()).toEqual({ until: byRule, reason: 'Exam' }));
});

test('a time that was typed before the suggestion came stays', async () => {
  await open();
  fireEvent.change(field('Until'), { target: { value: expected.typed } });
  act(() => answerChoices([byRule]));
  await screen.findByRole('group', { name: 'By its rule' });
  expect(field('Until').value).toBe(expected.typed);
});

test('a hand-out says on the clocks of the campus when the key is due', async () => {
  serve();
  await act(() => loadConfig());
  renderWithQueries(<DueTime dueAt={dueAt} loanId={loan.loanId} />);
  await screen.findByText(`Due today ${formatTime(Date.parse(dueAt), zone)}`);
});

test.each([
  ['is down, the lists are read again', false, 2],
  ['is up, they follow its events', true, 1],
])('while the live connection %s', async (_, live, reads) => {
  const requests = serve();
  act(() => updateConnection({ live }));
  onTestFinished(() => act(() => updateConnection({ live: false })));
  renderWithQueries(
    <>
      <OverdueCount />
      <DueTime dueAt={dueAt} loanId={loan.loanId} keepUntil={[byRule]} />
    </>,
  );
  await screen.findByText('0 late');
  fireEvent.click(screen.getByRole('button', { name: /^Until/ }));
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Until/ })).toBeNull());
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(requests.filter(({ path }) => path === '/desk/overdue')).toHaveLength(reads);
});

function OverdueCount() {
  return <p>{useOverdueLoans().data?.late} late</p>;
}
