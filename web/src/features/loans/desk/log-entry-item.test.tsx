import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { serverNow } from '../../../lib/clock.ts';
import { LogEntryItem } from './handover-log.tsx';

const dayMs = 86_400_000;

test.each([
  ['of yesterday names the day', dayMs, /^yesterday /],
  ['of now needs none', 0, /^[^a-z]*[0-9]{1,2}[:.][0-9]{2}/],
])('a handover %s', (_what, ago, expected) => {
  const at = new Date(serverNow() - ago).toISOString();
  const names = {
    keyIds: ['204'],
    keyName: 'Physics Lab',
    holderName: 'Ravi Iyer',
    guardName: null,
    loanIds: [],
    guardId: null,
    deskId: null,
  };
  render(
    <LogEntryItem
      entry={{ kind: 'returned', keyNumbers: ['204'], ...names, deskName: null, spot: {}, at }}
    />,
  );
  expect(screen.getByRole('time').textContent).toMatch(expected);
});
