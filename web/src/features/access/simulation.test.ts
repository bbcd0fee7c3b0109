import { expect, it } from 'vitest';
import { simulationText } from './rule-dialog.tsx';

it('says what a rule would have changed', () => {
  expect(simulationText({ handOuts: 412, refused: 7, needApproval: 3 })).toBe(
    'Of the 412 hand-outs of the last 30 days 7 would have been refused and 3 would have needed approval.',
  );
  expect(simulationText({ handOuts: 1, refused: 0, needApproval: 0 })).toMatch(
    /^Of the 1 hand-out /,
  );
  expect(simulationText({ handOuts: 0, refused: 0, needApproval: 0 })).toBe(
    'There were no hand-outs in the last 30 days.',
  );
});
