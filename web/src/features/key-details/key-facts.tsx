import type { Key } from '@keydesk/shared/keys/key';
import type { ReactNode } from 'react';
import { momentText } from '../../lib/date-text.ts';

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const holderOf = ({ takenBy }: Key): ReactNode =>
  takenBy && (
    <>
      {takenBy.name}
      {takenBy.email && (
        <span className="block text-sm font-normal text-muted">{takenBy.email}</span>
      )}
    </>
  );

const factsOf = (key: Key): [label: string, value: ReactNode][] => [
  ['Taken by', holderOf(key)],
  ['Taken at', momentText(key.takenAt)],
  ['Last returned', momentText(key.returnedAt)],
  ['Location', key.location],
  ['Block', key.block],
  ['Department', key.department],
  ['Category', capitalised(key.category)],
  ['Description', key.description],
  ['Frequently used', key.frequentlyUsed ? 'Yes' : 'No'],
  ['Added', momentText(key.createdAt)],
  ['Changed', momentText(key.updatedAt)],
];

/** Everything known of a key but its number, its name and whether it can be had. */
export const KeyFacts = ({ item }: { item: Key }) => (
  <dl className="divide-y divide-line">
    {factsOf(item).map(
      ([label, value]) =>
        value && (
          <div
            key={label}
            className="grid grid-cols-[7rem_minmax(0,1fr)] sm:grid-cols-[8.5rem_minmax(0,1fr)] gap-x-4 py-2.5"
          >
            <dt className="text-sm leading-6 text-muted">{label}</dt>
            <dd className="font-medium wrap-break-word">{value}</dd>
          </div>
        ),
    )}
  </dl>
);
