import { act, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { updateSession } from '../../lib/session.ts';
import { fakeServer } from '../../lib/testing/fake-server.ts';
import { renderWithQueries } from '../../lib/testing/render-with-queries.tsx';
import { sampleKey } from '../../lib/testing/sample-key.ts';
import { sampleUser } from '../../lib/testing/sample-user.ts';
import { KeyAccess } from './key-access.tsx';

afterEach(() => act(() => updateSession({ user: null })));

test('a rule that refuses the key is said once, and then what else holds', async () => {
  updateSession({ user: sampleUser() });
  const rule = 'No one can take key LASER-1 22:00–06:00';
  const reasons = [{ code: 'DENIED_BY_RULE', text: `${rule} (rule by Campus Admin).` }];
  const verdict = { outcome: 'refused', reasons, obligations: [], next: 'ask-desk' };
  const whoMayTake = [`${rule}.`, 'Otherwise Vikram Menon decides.'];
  fakeServer(() => ({
    body: { success: true, data: { verdict, whoMayTake, inReason: 0, isOpen: false } },
  }));
  renderWithQueries(<KeyAccess item={sampleKey()} />);
  await screen.findByText('Not allowed.');
  const said = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(said).toEqual(['Otherwise Vikram Menon decides.']);
});
