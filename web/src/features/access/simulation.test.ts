import { expect, it } from 'vitest';
import { simulationText } from './rule-dialog.tsx';

it('says what a rule would have changed', () => {
  expect(simulationText({ handOuts: 412, refused: 7, needApproval: 3 })).toBe(
    'In the last 30 days this would have refused 7 of 412 hand-outs and required approval for 3.',
  );
  expect(simulationText({ handOuts: 1, refused: 0, needApproval: 0 })).toMatch(/ 0 of 1 hand-out /);
  expect(simulationText({ handOuts: 0, refused: 0, needApproval: 0 })).toBe(
    'There were no hand-outs in the last 30 days.',
  );
});
