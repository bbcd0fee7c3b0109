import type { NewAccessRule } from '@keydesk/shared/access/rule-routes';
import { useQuery } from '@tanstack/react-query';
import { getErrorMessage } from '../../lib/api.ts';
import { useDebouncedValue } from '../../lib/hooks.ts';
import { simulationQuery } from './queries.ts';
import { simulationText } from './simulation-text.ts';

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
