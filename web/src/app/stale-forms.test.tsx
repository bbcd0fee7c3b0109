import { defaultSecuritySettings } from '@keydesk/shared/campus/settings';
import { defaultReminderSchedule } from '@keydesk/shared/due/reminder-schedule';
import { fireEvent, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { GroupDialog, MemberDialog } from '../features/access/groups-tab.tsx';
import { useSettingsDraft } from '../features/administration/security-settings/security-settings-page.tsx';
import { DeskFormDialog, EntryDialog } from '../features/campus/entry-dialogs.tsx';
import { ReminderScheduleSection } from '../features/due/reminder-schedule.tsx';
import { fakeServer } from '../lib/testing/fake-server.ts';
import { renderWithQueries } from '../lib/testing/render-with-queries.tsx';

const id = '0'.repeat(24);
const close = vi.fn();
beforeEach(() => close.mockClear());

/** Renders a form, changes one field, presses the button, and returns what was sent last. */
async function save(
  form: ReactElement,
  { field, to, button }: { field: string; to: string; button: string },
  reads: unknown[] = [],
): Promise<unknown> {
  const sent: unknown[] = [];
  fakeServer(({ method, body }) => {
    if (method !== 'GET') sent.push(body);
    return { body: { success: true, data: (reads.length > 1 ? reads.shift() : reads[0]) ?? {} } };
  });
  renderWithQueries(form);
  fireEvent.change(await screen.findByLabelText(field), { target: { value: to } });
  fireEvent.click(await screen.findByRole('button', { name: button }));
  await expect.poll(() => sent.length + close.mock.calls.length).toBeGreaterThan(0);
  return sent.at(-1);
}

const [group, member] = [
  { id, name: 'Laser', memberCount: 1 },
  { user: { id, name: 'Asha Rao' }, validFrom: '2026-01-01T00:00:00.000Z', validUntil: null },
];
const entry = { code: 'CSE', label: 'Computer Science', position: 1, retired: false };
const department = { ...entry, registers: true, lends: true, headId: null };
const desk = { id, name: 'Main', place: 'Gate', phone: null, position: 1, retired: false };

/** Others may have changed the rest since the form was opened. */
test.each([
  [
    'a desk',
    <DeskFormDialog key="desk" subject={{ desk }} onClose={close} />,
    { field: 'Place', to: 'Block D', button: 'Save Changes' },
    { place: 'Block D' },
  ],
  [
    'a department',
    <EntryDialog
      key="entry"
      subject={{ list: 'departments', entry: department }}
      usage={undefined}
      onClose={close}
    />,
    { field: 'Name', to: 'Computing', button: 'Save Changes' },
    { label: 'Computing' },
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

test('security settings are saved whole, with what another admin has changed since', async () => {
  const opened = defaultSecuritySettings;
  const auditLogging = { ...opened.auditLogging, retentionDays: 365 };
  const rateLimiting = { ...opened.rateLimiting, lockoutDuration: 60 };
  const desk = { lendByName: 'off', tagCheck: 'all', noKeysWhileOverdue: true };
  const now = { ...opened, auditLogging, rateLimiting, desk };
  const change = { field: 'Login attempts', to: '7', button: 'Save' };
  expect(await save(<SettingsProbe />, change, [opened, now])).toEqual({
    ...now,
    rateLimiting: { ...rateLimiting, loginAttempts: 7 },
  });
});

test('so is the ladder', async () => {
  const answer = (ladder: object) => ({ ladder, isDefault: false, mail: true });
  const opened = { ...defaultReminderSchedule, beforeDue: { on: true, minutes: 30 } };
  const now = { ...opened, head: { on: true, minutes: 60 } };
  const change = { field: 'Minutes before', to: '45', button: 'Save ladder' };
  expect(await save(<ReminderScheduleSection />, change, [answer(opened), answer(now)])).toEqual({
    ...now,
    beforeDue: { on: true, minutes: 45 },
  });
});
