import { type Key, matchesSearch } from '@keydesk/shared/keys/key';
import { CircleCheck, SearchX } from 'lucide-react';
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { EmptyState } from '../../ui/page.tsx';
import { SearchField } from '../../ui/search-field.tsx';

type UnavailableKeysProps = {
  /** Every key; undefined while they load. */
  keys: readonly Key[] | undefined;
  /** Why there are no keys to show. */
  error: string | null;
  onRetry: () => void;
  /** Draws keys as a list; with null, the list's shape while they load. */
  renderList: (keys: readonly Key[] | null) => ReactNode;
};

/** More keys than this are searched rather than looked through. */
const searchThreshold = 8;

/** The keys that are out, longest out first. */
export function UnavailableKeys({ keys, error, onRetry, renderList }: UnavailableKeysProps) {
  const [term, setTerm] = useState('');
  const settled = useDeferredValue(term);
  const out = useMemo(() => keys && longestOutFirst(keys), [keys]);
  const found = useMemo(() => out && findTakenKeys(out, settled), [out, settled]);
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
        {out && out.length > searchThreshold && (
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
        <EmptyState icon={<CircleCheck aria-hidden />} title="All keys are available!" />
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

/** The keys that a term finds: by what every key search looks at, or by who has them. */
export function findTakenKeys(keys: readonly Key[], term: string): readonly Key[] {
  const wanted = term.trim().toLowerCase();
  return keys.filter(
    (key) => matchesSearch(key, wanted) || key.takenBy?.name.toLowerCase().includes(wanted),
  );
}
