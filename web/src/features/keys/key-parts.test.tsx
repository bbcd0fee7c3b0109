import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderWithQueries } from '../../lib/testing/render-with-queries.tsx';
import { sampleKey } from '../../lib/testing/sample-key.ts';
import { KeyStatusPill } from './key-parts.tsx';

test('a loan is not called disputed because of an earlier one of its key', () => {
  const takenBy = { userId: 'a'.repeat(24), name: 'Asha Rao' };
  const lentOn = sampleKey({ status: 'unavailable', disputed: true, takenBy });
  renderWithQueries(<KeyStatusPill item={lentOn} mine={false} />);
  expect(screen.queryByText('Disputed')).toBeNull();
  const disputed = { ...lentOn, takenBy: { ...takenBy, disputed: true as const } };
  renderWithQueries(<KeyStatusPill item={disputed} mine={false} />);
  expect(screen.getByText('Disputed')).toBeTruthy();
});
