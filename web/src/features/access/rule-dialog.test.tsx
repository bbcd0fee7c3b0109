import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { failure, fakeServer } from '../../lib/testing/fake-server.ts';
import { renderWithQueries } from '../../lib/testing/render-with-queries.tsx';
import { RuleDialog } from './rule-dialog.tsx';

type Answer = { status?: number; body: unknown };

const added: Answer = { body: { success: true, message: 'Rule added', data: {} } };

/** Opens the dialog; new rules get `answer`. */
async function open(answer = added) {
  const requests = fakeServer(({ method, path }) => {
    if (path === '/access/groups')
      return {
        body: { success: true, data: { groups: [{ id: 'g1', name: 'Laser', memberCount: 0 }] } },
      };
    if (path === '/access/rules' && method === 'POST') return answer;
    return { body: { success: true, data: { handOuts: 8, refused: 3, needApproval: 0 } } };
  });
  const onClose = vi.fn();
  renderWithQueries(<RuleDialog open onClose={onClose} />);
  await screen.findByRole('dialog', { name: 'Add access rule' });
  const sent = () =>
    requests.filter(({ path }) => path === '/access/rules').map(({ body }) => body);
  return { sent, onClose };
}

function select(field: string, value: string) {
  return userEvent.selectOptions(screen.getByRole('combobox', { name: field }), value);
}

/** Forbids every key to everyone. */
async function fillIn() {
  await select('For', 'everyone');
  await select('What it says', 'deny');
  await select('Keys', 'all');
}

function submit() {
  return userEvent.click(screen.getByRole('button', { name: 'Add rule' }));
}

test('it opens without a choice, and what is missing is said instead of forbidding every key', async () => {
  const { sent } = await open();
  await submit();
  expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
    'Choose who the rule is for',
    'Choose what the rule says',
    'Choose which keys it is about',
  ]);
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'For' }));
  expect(sent()).toEqual([]);
});

test('a rule that lets people take keys says when it changes nothing', async () => {
  await open();
  expect(screen.queryByText(/This does not affect/)).toBeNull();
  await select('What it says', 'allow');
  expect(screen.getByText(/This does not affect/)).toBeTruthy();
});

test('a rule without its group is not sent, and the field gets the focus', async () => {
  const { sent } = await open();
  await fillIn();
  await select('For', 'group');
  await submit();
  expect(screen.getByRole('alert').textContent).toBe('Choose who the rule is for');
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Group' }));
  expect(sent()).toEqual([]);
});

test('the next change takes the error away', async () => {
  await open();
  await fillIn();
  await select('For', 'group');
  await submit();
  await select('For', 'everyone');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a complete rule is read out with what it would have changed', async () => {
  await open();
  await fillIn();
  expect(
    await screen.findByText(
      'In the last 30 days this would have refused 3 of 8 hand-outs and required approval for 0.',
    ),
  ).toBeTruthy();
});

test('another choice of whom it is for forgets who was chosen', async () => {
  const { sent } = await open();
  await fillIn();
  await select('For', 'group');
  await userEvent.click(screen.getByRole('combobox', { name: 'Group' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Laser' }));
  await select('For', 'role');
  await submit();
  expect(screen.getByRole('alert').textContent).toBe('Choose who the rule is for');
  expect(sent()).toEqual([]);
});

test('a saved rule closes the dialog', async () => {
  const { sent, onClose } = await open();
  await fillIn();
  await userEvent.type(screen.getByRole('textbox', { name: 'Note (optional)' }), 'Stocktaking');
  await submit();
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(sent()).toEqual([
    expect.objectContaining({ effect: 'deny', subject: 'everyone', note: 'Stocktaking' }),
  ]);
});

test('a refusal is shown, and the dialog stays', async () => {
  const { onClose } = await open({ status: 409, body: failure('CONFLICT', 'The group is gone') });
  await fillIn();
  await submit();
  expect(await screen.findByText('The group is gone')).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
});
