import type { NewAccessRule } from '@keydesk/shared/access/rule-routes';
import { useQuery } from '@tanstack/react-query';
import { getErrorMessage } from '../../lib/api.ts';
import { useDebouncedValue } from '../../lib/hooks.ts';
import { simulationQuery } from './queries.ts';

/** A rule as a sentence, and what it would have changed; both follow the form. */
export function Simulation({ sentence, rule }: { sentence: string; rule: NewAccessRule }) {
  const text = JSON.stringify(rule);
  const settled = useDebouncedValue(text, 400);
  const { data, error, isFetching } = useQuery(
    simulationQuery(JSON.parse(settled) as NewAccessRule),
  );
  const current = settled === text && !isFetching;
  return (
    <div role="status" className="rounded-control bg-sunken px-4 py-3">
      <p className="font-medium wrap-anywhere">{sentence}</p>
      <p className="mt-1 text-sm text-muted">
        {!current && 'Trying it on the hand-outs of the last 30 days...'}
        {current && error && `It could not be tried: ${getErrorMessage(error)}`}
        {current && !error && data && simulationText(data)}
      </p>
    </div>
  );
}

type SimulationResult = { handOuts: number; refused: number; needApproval: number };

/** What a rule would have changed: 'Of the 412 hand-outs of the last 30 days 7 would have …' */
export function simulationText({ handOuts, refused, needApproval }: SimulationResult): string {
  if (handOuts === 0) return 'There were no hand-outs in the last 30 days.';
  const all = handOuts === 1 ? 'the 1 hand-out' : `the ${handOuts} hand-outs`;
  return `Of ${all} of the last 30 days ${refused} would have been refused and ${needApproval} would have needed approval.`;
}
