import { useQuery } from '@tanstack/react-query';
import { QueryState } from '../../../ui/query-state.tsx';
import { LadderSection } from '../ladder-form.tsx';
import { rulesQuery } from './queries.ts';
import { RulesCard } from './rules-card.tsx';
import { TryCard } from './try-card.tsx';

/** When keys are due: the rules, and a way to try them. */
export function DueTab() {
  const rules = useQuery(rulesQuery);
  if (!rules.data) return <QueryState query={rules} loading="Loading rules..." />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-2">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <RulesCard rules={rules.data} />
        <LadderSection />
      </div>
      <TryCard rules={rules.data} />
    </div>
  );
}
