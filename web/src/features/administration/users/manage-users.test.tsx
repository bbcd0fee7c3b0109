import type { ManagedUser } from '@keydesk/shared/administration/people';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { fakeServer } from '../../../lib/testing/fake-server.ts';
import { renderWithQueries } from '../../../lib/testing/render-with-queries.tsx';
import { sampleUser } from '../../../lib/testing/sample-user.ts';
import { ManageUsers } from './manage-users.tsx';

/** Twelve people on two pages; a search finds one. */
async function open() {
  const requests = fakeServer(({ method, path }) => {
    if (method !== 'GET') return { body: { success: true, message: 'User deleted' } };
    const query = new URLSearchParams(path.split('?')[1]);
    const found = query.get('search') ? people.slice(0, 1) : people;
    const page = Number(query.get('page'));
    const totalPages = Math.ceil(found.length / 10);
    return {
      body: {
        success: true,
        data: {
          users: found.slice((page - 1) * 10, page * 10),
          waiting: 2,
          pagination: {
            currentPage: page,
            totalPages,
            totalUsers: found.length,
            hasNext: page < totalPages,
            hasPrev: page > 1,
          },
        },
      },
    };
  });
  renderWithQueries(<ManageUsers />);
  await screen.findByText('Person 1');
  return requests;
}

const people: ManagedUser[] = Array.from({ length: 12 }, (_, index) => ({
  ...sampleUser({ id: String(index + 1).padStart(24, '0'), name: `Person ${index + 1}` }),
  state: 'active',
  openLoans: 0,
  sessions: 0,
  leftRecordsAt: null,
}));

function lastQuery(requests: readonly { path: string }[]) {
  return new URLSearchParams(requests.at(-1)?.path.split('?')[1]);
}

test('the next page shows the people who follow', async () => {
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  expect(await screen.findByText('Person 11')).toBeTruthy();
  expect(screen.queryByText('Person 1')).toBeNull();
});

test('a search asks once after typing, from the first page', async () => {
  const requests = await open();
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  await screen.findByText('Person 11');
  const before = requests.length;
  await userEvent.type(screen.getByRole('searchbox'), 'asha');
  await waitFor(() => expect(lastQuery(requests).get('search')).toBe('asha'));
  await screen.findByText('Person 1');
  expect(lastQuery(requests).get('page')).toBe('1');
  const searches = requests
    .slice(before)
    .map(({ path }) => new URLSearchParams(path).get('search'));
  expect(new Set(searches.filter(Boolean))).toEqual(new Set(['asha']));
});

test('a filter by role asks for that role, from the first page', async () => {
  const requests = await open();
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  await screen.findByText('Person 11');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Role' }), 'security');
  await waitFor(() => expect(lastQuery(requests).get('role')).toBe('security'));
  expect(lastQuery(requests).get('page')).toBe('1');
});

test('a search covers all states until one is chosen, and the list keeps its own', async () => {
  const requests = await open();
  expect(lastQuery(requests).get('state')).toBe('active');
  await userEvent.type(screen.getByRole('searchbox'), 'asha');
  await waitFor(() => expect(lastQuery(requests).get('search')).toBe('asha'));
  expect(lastQuery(requests).get('state')).toBe('all');
  const state = screen.getByRole<HTMLSelectElement>('combobox', { name: 'State' });
  expect(state.value).toBe('all');
  await userEvent.selectOptions(state, 'suspended');
  await waitFor(() => expect(lastQuery(requests).get('state')).toBe('suspended'));
  await userEvent.clear(screen.getByRole('searchbox'));
  await waitFor(() => expect(state.value).toBe('active'));
});

test('who waits can be shown with one click', async () => {
  const requests = await open();
  expect(screen.getByText('2 people are waiting to be accepted.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Show who is waiting' }));
  await waitFor(() => expect(lastQuery(requests).get('state')).toBe('waiting'));
});

test('nobody is deleted unless the question is answered with yes', async () => {
  const requests = await open();
  const ask = vi.fn((_question: string) => false);
  vi.stubGlobal('confirm', ask);
  const remove = async () => {
    await userEvent.click(screen.getByRole('button', { name: 'More for Person 2' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  };
  await remove();
  expect(ask).toHaveBeenCalledWith(expect.stringContaining('Delete Person 2?'));
  expect(requests.some(({ method }) => method === 'DELETE')).toBe(false);
  ask.mockReturnValue(true);
  await remove();
  await waitFor(() =>
    expect(requests.find(({ method }) => method === 'DELETE')?.path).toBe(
      `/dashboard/users/${people[1]?.id}`,
    ),
  );
});

test('a person is selected from their own menu, which shows the other boxes', async () => {
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'More for Person 2' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Select' }));
  const box = (name: string) =>
    screen.findByRole<HTMLInputElement>('checkbox', { name: `Select ${name}` });
  expect((await box('Person 2')).checked).toBe(true);
  expect((await box('Person 3')).checked).toBe(false);
});
