import { defaultDeskSettings, defaultSecuritySettings } from '@keydesk/shared/campus/settings';
import { defaultReminderSchedule } from '@keydesk/shared/due/reminder-schedule';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { GroupDialog, MemberDialog } from '../features/access/groups-tab.tsx';
import { useSettingsDraft } from '../features/administration/security-settings/security-settings-page.tsx';
import { DeskFormDialog, EntryDialog } from '../features/campus/entry-dialogs.tsx';
import { ReminderScheduleSection } from '../features/due/reminder-schedule.tsx';
import { WeekForm } from '../features/due/week-form.tsx';
import { fakeServer } from '../lib/testing/fake-server.ts';
import { newQueryClient, renderWithQueries } from '../lib/testing/render-with-queries.tsx';

const id = '0'.repeat(24);
const close = vi.fn();
beforeEach(() => close.mockClear());

/** Renders a form, changes one field, presses the button, and returns what was sent last. */
async function save(
  form: ReactElement,
  { field, to, button }: { field: string; to: string; button: string },
): Promise<unknown> {
  const sent: unknown[] = [];
  fakeServer(({ method, body }) => {
    if (method !== 'GET') sent.push(body);
    return { body: { success: true, data: {} } };
  });
  renderWithQueries(form);
  fireEvent.change(await screen.findByLabelText(field), { target: { value: to } });
  fireEvent.click(await screen.findByRole('button', { name: button }));
  await expect.poll(() => sent.length + close.mock.calls.length).toBeGreaterThan(0);
  return sent.at(-1);
}

const [group, member] = [
  { id, name: 'Laser', memberCount: 1, version: 3 },
  {
    user: { id, name: 'Asha Rao' },
    validFrom: '2026-01-01T00:00:00.000Z',
    validUntil: null,
    version: 3,
  },
];
const entry = { code: 'CSE', label: 'Computer Science', position: 1, retired: false, version: 3 };
const department = { ...entry, registers: true, lends: true, headId: null };
const desk = { id, name: 'Main', place: 'Gate', phone: null, retired: false, version: 3 };

/** Others may have changed the rest since the form was opened. */
test.each([
  [
    'a desk',
    <DeskFormDialog key="desk" subject={{ desk }} onClose={close} />,
    { field: 'Place', to: 'Block D', button: 'Save changes' },
    { place: 'Block D', version: 3 },
  ],
  [
    'a department',
    <EntryDialog
      key="entry"
      subject={{ list: 'departments', entry: department }}
      usage={undefined}
      onClose={close}
    />,
    { field: 'Name', to: 'Computing', button: 'Save changes' },
    { label: 'Computing', version: 3 },
  ],
  [
    'a group whose name is as it was',
    <GroupDialog key="group" subject={{ group }} onClose={close} />,
    { field: 'Name', to: 'Laser', button: 'Rename' },
    undefined,
  ],
  [
    'a membership whose end is as it was',
    <MemberDialog key="member" subject={{ group, member }} onClose={close} />,
    { field: 'Last day (optional)', to: '', button: 'Save' },
    undefined,
  ],
])('of %s only what was changed is sent', async (_name, form, change, expected) => {
  expect(await save(form, change)).toEqual(expected);
});

function SettingsProbe() {
  const { draft, change, save } = useSettingsDraft();
  if (!draft) return null;
  const { rateLimiting } = draft;
  return (
    <>
      <input
        aria-label="Login attempts"
        value={rateLimiting.loginAttempts}
        onChange={({ target }) =>
          change({ ...draft, rateLimiting: { ...rateLimiting, loginAttempts: +target.value } })
        }
      />
      <button type="button" onClick={save}>
        Save
      </button>
    </>
  );
}

/** Answers the first save as stale with what is stored now, and any other one with success. */
function staleServer(read: object, current: object): unknown[] {
  const sent: unknown[] = [];
  fakeServer(({ method, body }) => {
    if (method === 'GET') return { body: { success: true, data: read } };
    sent.push(body);
    if (sent.length > 1) return { body: { success: true, data: current } };
    const message = 'Meera Nair changed this at 10:41.';
    return {
      status: 409,
      body: { success: false, message, error: { code: 'STALE', details: { current } } },
    };
  });
  return sent;
}

async function type(field: string, to: string, button: string): Promise<void> {
  fireEvent.change(await screen.findByLabelText(field), { target: { value: to } });
  fireEvent.click(await screen.findByRole('button', { name: button }));
}

const settings = { ...defaultSecuritySettings, version: 5 };

test('what others changed elsewhere in the security settings stays, and nobody is asked', async () => {
  const current = { ...settings, desk: { ...defaultDeskSettings, lendByName: 'off' }, version: 6 };
  const sent = staleServer(settings, current);
  renderWithQueries(<SettingsProbe />);
  await type('Login attempts', '7', 'Save');
  await expect
    .poll(() => sent)
    .toEqual([
      { rateLimiting: { loginAttempts: 7 }, version: 5 },
      { rateLimiting: { loginAttempts: 7 }, version: 6 },
    ]);
});

test('so does what others changed elsewhere in the reminder schedule', async () => {
  const schedule = { ...defaultReminderSchedule, beforeDue: { on: true, minutes: 30 } };
  const stored = { ladder: schedule, isDefault: false, mail: true, version: 1 };
  const head = { on: true, minutes: 60 };
  const current = { ...stored, ladder: { ...schedule, head }, version: 2 };
  const sent = staleServer(stored, current);
  renderWithQueries(<ReminderScheduleSection />);
  await type('Minutes before', '45', 'Save reminders');
  await expect
    .poll(() => sent)
    .toEqual([
      { beforeDue: { minutes: 45 }, version: 1 },
      { beforeDue: { minutes: 45 }, version: 2 },
    ]);
});

test('of what both changed a form shows theirs and keeps what was typed, and the next save replaces it', async () => {
  const sent = staleServer({}, { ...desk, name: 'South Desk', phone: '12', version: 4 });
  renderWithQueries(<DeskFormDialog subject={{ desk }} onClose={close} />);
  fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'North Desk' } });
  await type('Place', 'Block D', 'Save changes');
  expect(await screen.findByText('Meera Nair changed this at 10:41.')).toBeTruthy();
  const name = screen.getByLabelText('Name');
  expect(name).toHaveProperty('value', 'North Desk');
  expect(name.getAttribute('aria-describedby')).toBe(
    screen.getByText('Someone changed this to “South Desk”. Save again to replace it with yours.')
      .id,
  );
  expect(screen.getByLabelText('Phone (optional)')).toHaveProperty('value', '12');
  fireEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  await expect.poll(() => close.mock.calls.length).toBe(1);
  expect(sent.at(-1)).toEqual({ name: 'North Desk', place: 'Block D', version: 4 });
});

test('opening hours that were typed stay while others save other ones', () => {
  const stored = {
    hours: [1, 2].map((weekday) => ({ weekday, opens: '08:00', closes: '17:00' })),
    timezone: 'Asia/Kolkata',
    reminderTime: '17:20',
    version: 'a',
  };
  const client = newQueryClient();
  const form = (now: typeof stored) => (
    <QueryClientProvider client={client}>
      <WeekForm stored={now} />
    </QueryClientProvider>
  );
  const { rerender } = render(form(stored));
  const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;
  fireEvent.change(screen.getByLabelText('Monday closes'), { target: { value: '18:00' } });
  const [monday, tuesday] = stored.hours.map((day) => ({ ...day, closes: '19:00' }));
  rerender(form({ ...stored, hours: [monday, tuesday] as typeof stored.hours, version: 'b' }));
  expect([value('Monday closes'), value('Tuesday closes')]).toEqual(['18:00', '19:00']);
  expect(screen.getByRole('alert').textContent).toContain('Someone changed this to “19:00”.');
});
