import { useQuery } from '@tanstack/react-query';
import { QueryState } from '../../../ui/query-state.tsx';
import { ClosingToday } from '../closing-today.tsx';
import { DaysCard } from './days-card.tsx';
import { daysQuery, openingQuery } from './queries.ts';
import { StrandedLoans } from './stranded-loans.tsx';
import { WeekForm } from './week-form.tsx';

/** When the campus is open: the week, and the days that differ from it. */
export function OpeningTab() {
  const [opening, days] = [useQuery(openingQuery), useQuery(daysQuery)];
  const missing = [opening, days].filter(({ data }) => !data);
  const query = missing.find(({ error }) => error) ?? missing[0];
  if (!opening.data || !days.data)
    return query && <QueryState query={query} loading="Loading opening hours..." />;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex justify-end">
        <ClosingToday />
      </div>
      <StrandedLoans timezone={opening.data.timezone} />
      <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-2">
        <WeekForm key={opening.data.version} stored={opening.data} />
        <DaysCard stored={days.data} timezone={opening.data.timezone} />
      </div>
    </div>
  );
}
