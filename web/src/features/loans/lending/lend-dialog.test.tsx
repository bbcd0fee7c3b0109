import type { DeskSettings } from '@keydesk/shared/campus/settings';
import type { RuleVerdict } from '@keydesk/shared/core/rule-verdict';
import type { Key } from '@keydesk/shared/keys/key';
import { formatKeyTag } from '@keydesk/shared/keys/key-tag';
import type { WaitingLine } from '@keydesk/shared/loans/paper';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useEffect, useEffectEvent } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { campusTimezone, fromDateTimeField } from '../../../lib/format.ts';
import { beginSession, endSession } from '../../../lib/session.ts';
import { failure, fakeServer } from '../../../lib/testing/fake-server.ts';
import { sampleKey } from '../../../lib/testing/sample-key.ts';
import { sampleUser } from '../../../lib/testing/sample-user.ts';
import { keysQuery } from '../../keys/queries.ts';
import type { LendStart } from '../desk/lend-step.ts';
import type { ScanEvent } from '../desk/scan-machine.ts';
import { type ScanFlow, useScan } from '../desk/use-scan.ts';
import { deskSettingsQuery } from './desk-lend.tsx';
import { LendDialog } from './lend-dialog.tsx';

const wanted = sampleKey({ _id: '1'.repeat(24), keyNumber: 'CSE-303' });
const other = sampleKey({ _id: '2'.repeat(24), keyNumber: 'CSE-304' });
const vikram = {
  id: 'a'.repeat(24),
  name: 'Vikram Menon',
  department: 'ECE',
  facultyId: null,
  email: 'vikram@campus.test',
};
const settings: DeskSettings = {
  lendByName: 'on',
  tagCheck: 'off',
  keyIdTags: false,
  noKeysWhileOverdue: false,
  lockAfterMinutes: 5,
};
const ofLeela = 'This is the ID card of Leela Krishnan, who cannot take keys.';
const takenCard = 'This card belongs to Leela Krishnan. Their cards have to be removed before.';

/** The server knows Vikram's card, that of Leela, who is suspended, and no other. Returns what is lent. */
function serve(
  lending: { status: number; body: unknown },
  verdict?: RuleVerdict,
  waiting: readonly WaitingLine[] = [],
) {
  const sent: unknown[] = [];
  fakeServer(({ path, body }) => {
    const { cardText } = (body ?? {}) as { cardText?: string };
    if (path === '/desk/paper')
      return { body: { success: true, data: { lines: waiting, periods: [] } } };
    if (path === '/people/by-card') {
      if (cardText === 'VIKRAM-1') return { body: { success: true, data: { person: vikram } } };
      return cardText === 'LEELA-1'
        ? { status: 409, body: failure('CARD_OF_NO_BORROWER', ofLeela) }
        : { status: 404, body: failure('PERSON_NOT_FOUND', 'Person not found') };
    }
    if (path.startsWith('/people?')) return { body: { success: true, data: { people: [vikram] } } };
    if (path.endsWith('/cards')) return { status: 409, body: failure('CARD_TAKEN', takenCard) };
    if (verdict && path.includes('/verdict')) return { body: { success: true, data: { verdict } } };
    if (path.includes('/verdict')) return { status: 404, body: failure('KEY_NOT_FOUND', '') };
    if (path === '/desk/settings') return { body: { success: true, data: settings } };
    sent.push(body);
    return lending;
  });
  return sent;
}

const tagNeeded = { status: 409, body: failure('TAG_NEEDED', 'Scan the tag of CSE-303.') };

/** The dialog, how the reader types into it, and how the keys change. */
function renderDialog(start: LendStart) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(keysQuery.queryKey, [wanted, other]);
  client.setQueryData(deskSettingsQuery.queryKey, settings);
  const desk: { send?: ScanFlow['send'] } = {};
  const send = (event: ScanEvent) => act(() => desk.send?.(event));
  const dialog = (all: readonly Key[]) => (
    <QueryClientProvider client={client}>
      <Desk onReady={(flow) => Object.assign(desk, flow)} all={all} />
    </QueryClientProvider>
  );
  const { rerender } = render(dialog([wanted, other]));
  send({ type: 'lend-chosen', start });
  return {
    read: (text: string) => send({ type: 'code-scanned', text }),
    change: (all: readonly Key[]) => rerender(dialog(all)),
  };
}

type DeskProps = { onReady: (flow: ScanFlow) => void; all: readonly Key[] };

function Desk({ onReady, all }: DeskProps) {
  const flow = useScan();
  const ready = useEffectEvent(() => onReady(flow));
  useEffect(() => void ready(), []);
  return <LendDialog flow={flow} keys={[wanted, other]} all={all} onClose={() => undefined} />;
}

afterEach(() => act(() => endSession()));

function button(name: string) {
  return screen.findByRole('button', { name });
}

test('the card of somebody who is suspended is known, and lends to nobody', async () => {
  serve(tagNeeded);
  const { read } = renderDialog({ item: wanted });
  read('VIKRAM-1');
  await screen.findByText('Vikram Menon');
  read('LEELA-1');
  await screen.findByText(ofLeela);
  expect(screen.queryByText(/not in Keydesk/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Hand out' })).toBeNull();
  await userEvent.click(await button('Choose another person'));
  expect(screen.queryByText(ofLeela)).toBeNull();
});

test('a key of which a line from paper waits for an admin says to whom and since when', async () => {
  const at = (time: string) => fromDateTimeField(`2026-03-10T${time}`, campusTimezone.get());
  const line = {
    id: 'd'.repeat(24),
    key: { id: wanted._id, keyNumber: wanted.keyNumber, keyName: wanted.keyName },
    person: { id: 'c'.repeat(24), name: 'Kavya Shetty' },
    outAt: at('07:30'),
    backAt: null,
    enteredBy: vikram,
    enteredAt: at('09:00'),
  };
  serve(tagNeeded, undefined, [line, { ...line, key: { ...line.key, id: other._id } }]);
  renderDialog({ item: wanted });
  const text = /^A paper entry is waiting for an admin: to Kavya Shetty, since .*07:30\.$/;
  expect(await screen.findAllByText(text)).toHaveLength(1);
});

test('a card that turns out to be somebody’s is not called unknown any more', async () => {
  serve(tagNeeded);
  const { read } = renderDialog({ item: wanted });
  read('STRANGE-1');
  await screen.findByText(/not in Keydesk/);
  await userEvent.type(screen.getByRole('searchbox'), 'vikram');
  await userEvent.click(await screen.findByRole('button', { name: /Vikram Menon/ }));
  await userEvent.click(await button('Add card to Vikram Menon'));
  await screen.findByText(takenCard);
  expect(screen.queryByText(/not in Keydesk/)).toBeNull();
});

test('another key’s tag says which it is, and the right one hands the key over', async () => {
  const sent = serve(tagNeeded);
  const { read } = renderDialog({ item: wanted });
  read('VIKRAM-1');
  await screen.findByText('Vikram Menon');
  await userEvent.click(await button('Hand out'));
  await screen.findByText('Scan the tag of CSE-303.');
  const vibrate = vi.fn();
  Object.assign(navigator, { vibrate });
  read(formatKeyTag(other._id));
  await screen.findByText('This is CSE-304. You chose CSE-303.');
  expect(vibrate).toHaveBeenCalledExactlyOnceWith([120, 80, 120]);
  expect((await button('Hand out')).getAttribute('aria-disabled')).toBe('true');
  read(formatKeyTag(wanted._id));
  expect(sent).toHaveLength(1);
  read(formatKeyTag(wanted._id));
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toMatchObject({ tag: formatKeyTag(wanted._id), cardText: 'VIKRAM-1' });
});

test.each([
  ['CANNOT_TAKE_KEYS', 'Vikram Menon cannot take keys.'],
  ['HOLDER_CANNOT_BORROW', 'This person cannot take keys.'],
])(
  'of somebody who is refused with %s after being chosen, it offers to choose another',
  async (code, message) => {
    serve({ status: 409, body: failure(code, message) });
    const { read } = renderDialog({ item: wanted });
    read('VIKRAM-1');
    await screen.findByText('Vikram Menon');
    await userEvent.click(await button('Hand out'));
    await screen.findByText(message);
    expect(screen.queryByRole('button', { name: 'Hand out' })).toBeNull();
    await userEvent.click(await button('Choose another person'));
    expect(screen.queryByText(message)).toBeNull();
  },
);

test('a chosen key that somebody took meanwhile is not offered any more', async () => {
  serve(tagNeeded);
  const { read, change } = renderDialog({ item: wanted });
  read('VIKRAM-1');
  await screen.findByText('Vikram Menon');
  const takenBy = { userId: 'c'.repeat(24), name: 'Leela Krishnan' };
  change([{ ...wanted, status: 'unavailable', takenBy, loanId: 'd'.repeat(24) }, other]);
  await screen.findByText(/With Leela Krishnan/);
  expect(screen.queryByRole('button', { name: 'Hand out' })).toBeNull();
  expect(document.activeElement).toBe(await button('Choose another key'));
  change([wanted, other]);
  await button('Hand out');
});

test('a tag that was scanned before goes along with its key, and with no other', async () => {
  const sent = serve(tagNeeded);
  renderDialog({ item: wanted, tag: formatKeyTag(wanted._id), person: vikram });
  await userEvent.click(await button('Hand out'));
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({ keyId: wanted._id, tag: formatKeyTag(wanted._id) });
  await userEvent.click(await button('Change key'));
  await userEvent.type(screen.getByRole('searchbox'), other.keyNumber);
  await userEvent.click(await screen.findByRole('button', { name: /CSE-304/ }));
  await userEvent.click(await button('Hand out'));
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toMatchObject({ keyId: other._id, holderId: vikram.id });
  expect(sent[1]).not.toHaveProperty('tag');
});

test.each([
  ['VISITOR_NOT_CONFIRMED', '', 'No answer from Asha Rao yet', 'Hand out without an answer'],
  ['VISITOR_CONFIRMED', 'Allowed. ', 'Asha Rao answers for Ravi.', 'Hand out'],
])('with %s the desk reads what the sponsor says', async (code, title, text, label) => {
  const verdict = { reasons: [{ code, text }], obligations: [], next: null } as const;
  beginSession(sampleUser({ role: 'security' }));
  const sent = serve(tagNeeded, { outcome: 'allowed', ...verdict });
  renderDialog({ item: wanted, person: vikram });
  expect((await screen.findByText(text)).textContent).toBe(`${title}${text}`);
  await userEvent.click(await button(label));
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  const unanswered = code === 'VISITOR_NOT_CONFIRMED' ? true : undefined;
  expect((sent[0] as { unanswered?: true }).unanswered).toBe(unanswered);
});

test('where lending was switched off meanwhile, the dialog offers to close', async () => {
  const message = 'Handing out without a code is turned off. Ask for the QR code.';
  serve({ status: 403, body: failure('LENDING_OFF', message) });
  const { read } = renderDialog({ item: wanted });
  read('VIKRAM-1');
  await screen.findByText('Vikram Menon');
  await userEvent.click(await button('Hand out'));
  await screen.findByText(message);
  // Beside the one in the corner, which has no text.
  const closing = screen.getAllByRole('button', { name: 'Close' });
  expect(closing.map(({ textContent }) => textContent)).toContain('Close');
  for (const name of ['Hand out', 'Choose another person', 'Cancel'])
    expect(screen.queryByRole('button', { name })).toBeNull();
});
