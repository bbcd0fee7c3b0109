import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { fakeServer } from '../../../lib/testing/fake-server.ts';
import { renderWithQueries } from '../../../lib/testing/render-with-queries.tsx';
import { AddPersonDialog } from './add-person-dialog.tsx';

/** Fills the form and sends it; the server plans this outcome for the row. */
async function add(outcome: 'create' | 'update' | 'refused', problems: string[] = []) {
  const requests = fakeServer(({ body }) => {
    const { dryRun } = body as { dryRun: boolean };
    const rows = [{ line: 2, outcome, name: 'nina@campus.test', problems }];
    const counts = { created: 1, updated: 0, unchanged: 0, refused: 0 };
    const result = { rows, ...counts, applied: !dryRun };
    return { body: { success: true, data: { result } } };
  });
  const onAdded = vi.fn();
  renderWithQueries(<AddPersonDialog open onClose={vi.fn()} onAdded={onAdded} />);
  fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Nina "Nin" Rao' } });
  fireEvent.change(screen.getByLabelText('Email'), { target: { value: 'nina@campus.test' } });
  fireEvent.change(screen.getByLabelText('Role'), { target: { value: 'security' } });
  fireEvent.click(screen.getByRole('button', { name: 'Add person' }));
  return { requests, onAdded };
}

test('a new person is tried, then added', async () => {
  const { requests, onAdded } = await add('create');
  await waitFor(() => expect(onAdded).toHaveBeenCalled());
  expect(requests.map(({ body }) => body)).toMatchObject([{ dryRun: true }, { dryRun: false }]);
  expect(requests[1]?.body).toMatchObject({
    text: '"Name","Email","Role"\n"Nina ""Nin"" Rao","nina@campus.test","security"',
  });
});

test('whoever already has this email is not changed', async () => {
  const { requests, onAdded } = await add('update');
  expect((await screen.findByRole('alert')).textContent).toContain('already has this email');
  expect(requests).toHaveLength(1);
  expect(onAdded).not.toHaveBeenCalled();
});

test('what the server refuses is said in the form', async () => {
  const { requests } = await add('refused', ['Email is not valid']);
  expect((await screen.findByRole('alert')).textContent).toContain('Email is not valid.');
  expect(requests).toHaveLength(1);
});
