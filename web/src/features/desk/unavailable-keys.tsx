import type { Key } from '@keydesk/shared/keys/key';
import { CircleCheck, SearchX, X } from 'lucide-react';
import { type ReactNode, useDeferredValue, useMemo } from 'react';
import { useAddressText } from '../../lib/address-text.ts';
import { useNow } from '../../lib/clock.ts';
import { useCampusTimezone } from '../../lib/config.ts';
import { useFoundTakenKeys } from '../../lib/found-taken-keys.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { EmptyState } from '../../ui/page.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { dueToday } from './desk-figures.ts';

type UnavailableKeysProps = {
  /** Every key; undefined while they load. */
  keys: readonly Key[] | undefined;
  /** Why the keys could not be loaded. */
  error: string | null;
  onRetry: () => void;
  /** Renders a list of keys; for null, its skeleton. */
  renderList: (keys: readonly Key[] | null) => ReactNode;
};

const noKeys: readonly Key[] = [];

/** With more keys than this a search field is offered; it stays while its term filters. */
const searchThreshold = 8;

/** The keys that are out, longest out first, with a search; with `?due=today` those due today. */
export function UnavailableKeys({ keys, error, onRetry, renderList }: UnavailableKeysProps) {
  const [term, setTerm] = useAddressText('q');
  const deferredTerm = useDeferredValue(term);
  const [due, setDue] = useAddressText('due');
  const onlyToday = due === 'today';
  const [now, timezone] = [useNow(), useCampusTimezone()];
  const all = useMemo(() => keys && longestOutFirst(keys), [keys]);
  const out = useMemo(
    () => (all && onlyToday ? dueToday(all, timezone, new Date(now)) : all),
    [all, onlyToday, timezone, now],
  );
  const foundOfOut = useFoundTakenKeys(out ?? noKeys, deferredTerm);
  const found = out && foundOfOut;
  return (
    <section aria-labelledby="unavailable-keys" aria-busy={!out && error === null}>
      <header className="mb-4 flex min-h-12 flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1
          id="unavailable-keys"
          className="flex items-center gap-2.5 text-2xl font-semibold tracking-tight"
        >
          Unavailable Keys
          {out && <Badge count={out.length} className="h-7 min-w-7 px-2 text-sm" />}
        </h1>
        {onlyToday && (
          <Button
            variant="secondary"
            size="small"
            aria-label="Due today only: show all that are out"
            onClick={() => setDue('')}
            className="mr-auto"
          >
            Due today only
            <X aria-hidden className="size-4" />
          </Button>
        )}
        {out && (out.length > searchThreshold || term !== '') && (
          <SearchField
            value={term}
            onChange={setTerm}
            placeholder="Search keys..."
            className="w-full sm:w-80"
          />
        )}
      </header>
      {!out && error !== null && <ErrorState message={error} onRetry={onRetry} />}
      {!out && error === null && renderList(null)}
      {found && found.length > 0 && renderList(found)}
      {out?.length === 0 && (
        <EmptyState
          icon={<CircleCheck aria-hidden />}
          title={onlyToday ? 'No more keys are due today' : 'All keys are available!'}
        />
      )}
      {out && out.length > 0 && found?.length === 0 && (
        <EmptyState
          icon={<SearchX aria-hidden />}
          title="No keys found"
          text="Try adjusting your search terms"
        />
      )}
    </section>
  );
}

/** The keys that are out, longest out first. */
export function longestOutFirst(keys: readonly Key[]): Key[] {
  return keys
    .filter(({ status }) => status !== 'available')
    .sort((one, other) => (one.takenAt ?? '').localeCompare(other.takenAt ?? ''));
}
