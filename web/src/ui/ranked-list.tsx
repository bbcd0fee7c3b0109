import type { ReactNode } from 'react';

export type RankedItem = { id: string; name: ReactNode; note?: ReactNode; value: number };

type RankedListProps = {
  items: readonly RankedItem[];
  /** What to say when there is nothing to rank. */
  empty: string;
  /** Each line starts with its rank. */
  numbered?: boolean;
};

/** Names with their counts and bars, which are relative to the highest count. */
export function RankedList({ items, empty, numbered = false }: RankedListProps) {
  if (items.length === 0) return <p className="py-6 text-center text-muted">{empty}</p>;
  const highest = Math.max(1, ...items.map((item) => item.value));
  return (
    <ol className="flex flex-col gap-3.5">
      {items.map((item, index) => (
        <li key={item.id}>
          <div className="flex items-baseline gap-3">
            {numbered && (
              <span className="min-w-4 shrink-0 text-sm text-muted tabular-nums">{index + 1}</span>
            )}
            <div className="min-w-0 flex-1">
              <p className="truncate font-medium">{item.name}</p>
              {item.note && <p className="truncate text-sm text-muted">{item.note}</p>}
            </div>
            <span className="font-semibold tabular-nums">{item.value}</span>
          </div>
          <div aria-hidden className="mt-1.5 h-1.5 overflow-hidden rounded-full bg-sunken">
            <div
              className="h-full rounded-full bg-accent"
              style={{ width: `${(100 * item.value) / highest}%` }}
            />
          </div>
        </li>
      ))}
    </ol>
  );
}
