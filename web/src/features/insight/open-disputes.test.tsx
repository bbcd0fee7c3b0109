import type { Dispute } from '@keydesk/shared/loans/disputes';
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { OpenDisputes } from './open-loans.tsx';

const at = '2026-01-05T09:00:00.000Z';
const guard = { id: 'a'.repeat(24), name: 'R. Singh' };
const dispute: Dispute = {
  loanId: 'b'.repeat(24),
  keyId: 'c'.repeat(24),
  keyNumber: '101',
  holder: { id: 'd'.repeat(24), name: 'Asha Rao' },
  sponsor: null,
  handedBy: guard,
  deskName: null,
  takenAt: at,
  returnedAt: null,
  raisedAt: at,
  settledAt: null,
  settledBy: null,
  resolution: null,
  findings: [],
  note: null,
  correctedTo: null,
};

const undoneReturn = {
  handover: 'return' as const,
  returnedAt: at,
  returnType: 'own' as const,
  returnedBy: { id: 'd'.repeat(24), name: 'Asha Rao' },
  receivedBy: guard,
  undoneAt: at,
  undoneBy: { id: 'e'.repeat(24), name: 'Ramesh Gurung' },
  undoneReason: 'not-there' as const,
};

test.each([
  ['of a hand-out', {}, 'Asha Rao says they did not receive it from R. Singh.'],
  [
    'by a sponsor',
    { sponsor: { id: 'f'.repeat(24), name: 'Leela Krishnan' } },
    'Leela Krishnan does not vouch for Asha Rao.',
  ],
  [
    'of an undone return',
    { undoneReturn },
    'Asha Rao says a return was right, which Ramesh Gurung undid.',
  ],
])('a dispute %s says what was said', (_, facts, text) => {
  const { container } = render(<OpenDisputes disputes={[{ ...dispute, ...facts }]} />);
  expect(container.textContent).toContain(text);
});
