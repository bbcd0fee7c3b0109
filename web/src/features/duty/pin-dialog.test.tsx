import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { fakeServer } from '../../lib/testing/fake-server.ts';
import { renderWithQueries } from '../../lib/testing/render-with-queries.tsx';
import { PinDialog } from './pin-dialog.tsx';

const guards = [
  { id: 'a'.repeat(24), name: 'First Guard' },
  { id: 'b'.repeat(24), name: 'Second Guard' },
];

type Options = {
  suggestedId?: string | null | undefined;
  onPin?: (guardId: string, pin: string) => Promise<void>;
  listed?: typeof guards;
};

async function open({ suggestedId = null, onPin = vi.fn(), listed = guards }: Options = {}) {
  fakeServer(() => ({ body: { success: true, data: { guards: listed } } }));
  const onClose = vi.fn();
  renderWithQueries(<PinDialog open suggestedId={suggestedId} onClose={onClose} onPin={onPin} />);
  if (listed.length > 0) await screen.findByRole('option', { name: 'Second Guard' });
  return { onClose, onPin };
}

function pinField() {
  return screen.getByLabelText<HTMLInputElement>('PIN');
}

function begin() {
  return userEvent.click(screen.getByRole('button', { name: 'Start shift' }));
}

test('the guard who locked the computer is chosen, and six digits begin the duty', async () => {
  const { onPin, onClose } = await open({ suggestedId: guards[1]?.id });
  await userEvent.type(pinField(), '493817');
  await begin();
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(onPin).toHaveBeenCalledWith(guards[1]?.id, '493817');
});

test('only six digits fit into the field', async () => {
  await open();
  await userEvent.type(pinField(), '4a9-3 81');
  expect(pinField().value).toBe('49381');
  await userEvent.type(pinField(), '729');
  expect(pinField().value).toBe('493817');
});

test('without a name nothing is sent', async () => {
  const { onPin } = await open({ suggestedId: 'c'.repeat(24) });
  await userEvent.type(pinField(), '493817');
  await begin();
  expect((await screen.findByRole('alert')).textContent).toBe('Choose your name');
  expect(onPin).not.toHaveBeenCalled();
});

test('after a wrong PIN the field is empty, the name stays, and the reason is shown', async () => {
  const { onClose } = await open({
    suggestedId: guards[0]?.id,
    onPin: vi.fn(async () => {
      throw new Error('That PIN is wrong');
    }),
  });
  await userEvent.type(pinField(), '493817');
  await begin();
  expect((await screen.findByRole('alert')).textContent).toBe('That PIN is wrong');
  expect(pinField().value).toBe('');
  expect(screen.getByRole<HTMLSelectElement>('combobox').value).toBe(guards[0]?.id);
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.type(pinField(), '1');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('where no guard has a PIN it says where to set one', async () => {
  await open({ listed: [] });
  expect(
    await screen.findByText('No guard has set a PIN yet. Guards set it under Profile.'),
  ).toBeTruthy();
});
