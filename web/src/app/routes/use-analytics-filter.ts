import { useNavigate, useSearch } from '@tanstack/react-router';
import {
  type AnalyticsFilter,
  filterInUrl,
  filterOf,
} from '../../features/reports/analytics-filter.ts';

/** The filter that the address holds, and how to change it. */
export const useAnalyticsFilter = (): [
  filter: AnalyticsFilter,
  change: (part: Partial<AnalyticsFilter>) => void,
] => {
  const filter = filterOf(useSearch({ strict: false }));
  const navigate = useNavigate();
  const change = (part: Partial<AnalyticsFilter>) =>
    void navigate({
      to: '.',
      search: filterInUrl({ ...filter, ...part }),
      replace: true,
      resetScroll: false,
    });
  return [filter, change];
};
