import type { RenderKeyAction } from './key-row.tsx';
import { KeyStatusPill } from './key-status-pill.tsx';
import type { FrequentKeys } from './keys.queries.ts';

/** How many keys the strip shows (spec §9). */
const longest = 5;

const usedText = (count: number): string => `Used ${count} ${count === 1 ? 'time' : 'times'}`;

type FrequentKeysStripProps = {
  frequent: FrequentKeys | undefined;
  readerId: string | undefined;
  renderAction?: RenderKeyAction | undefined;
};

/** The keys that one takes most often, at hand above all others. */
export const FrequentKeysStrip = ({ frequent, readerId, renderAction }: FrequentKeysStripProps) => {
  if (!frequent || frequent.keys.length === 0) return null;
  return (
    <section aria-labelledby="frequent-keys" className="mb-7">
      <h2 id="frequent-keys" className="mb-3 text-lg font-semibold">
        Frequently Used Keys
      </h2>
      <ul className="-mx-4 flex snap-x scroll-px-4 gap-3 overflow-x-auto px-4 pb-1 sm:-mx-6 sm:scroll-px-6 sm:px-6 lg:mx-0 lg:px-0">
        {frequent.keys.slice(0, longest).map((key) => (
          <li
            key={key._id}
            className="card flex w-53 shrink-0 snap-start flex-col p-4 lg:w-auto lg:min-w-44 lg:flex-1"
          >
            <p className="key-number text-2xl leading-7 wrap-anywhere">{key.keyNumber}</p>
            <p className="mt-1 line-clamp-2 font-medium">{key.keyName}</p>
            <p className="mt-0.5 mb-3 text-sm text-muted tabular-nums">
              {usedText(frequent.usageCounts[key._id] ?? 0)}
            </p>
            <div className="mt-auto flex min-h-11 flex-col items-start justify-end sm:min-h-9">
              {renderAction?.(key) ?? (
                <KeyStatusPill item={key} mine={key.takenBy?.userId === readerId} />
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
};
