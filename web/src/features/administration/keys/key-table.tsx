import type { Key } from '@keydesk/shared/keys/key';
import { t as fieldText } from '@keydesk/shared/texts/en/fields';
import { t } from '@keydesk/shared/texts/en/managed-keys';
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import { memo, type Ref, useRef } from 'react';
import { useEntryLabel } from '../../../lib/campus.ts';
import { usePrinting } from '../../../lib/hooks.ts';
import { useVirtualRows, virtualizeAbove } from '../../../ui/virtual-list.tsx';
import { keyIdOf, usePlaceOf } from '../../keys/key-parts.tsx';
import { boxOfAll, SelectBox } from '../selection.tsx';
import { type KeySort, nextSort, type SortColumn } from './filter-keys.ts';
import {
  type KeyActionHandlers,
  KeyActions,
  type KeySelection,
  ManagedKeyNumber,
  ManagedKeyStatus,
  SelectKey,
} from './managed-key-parts.tsx';

type KeyTableProps = KeyActionHandlers & {
  keys: readonly Key[];
  selection: KeySelection;
  sort: KeySort;
  onSort: (sort: KeySort) => void;
};

/** Keys as a table, for wide screens; a long table renders only the rows near the viewport. */
export function KeyTable({ keys, sort, onSort, selection, ...handlers }: KeyTableProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const printing = usePrinting();
  const long = keys.length > virtualizeAbove && !printing;
  const { rows, top, height, measure } = useVirtualRows(body, {
    items: keys,
    idOf: keyIdOf,
    estimatedHeight,
    enabled: long,
  });
  const row = (item: Key, index: number, ref?: Ref<HTMLTableRowElement>) => (
    <KeyTableRow
      key={item._id}
      rowRef={ref}
      index={index}
      item={item}
      selection={selection}
      {...handlers}
    />
  );
  const above = (rows[0]?.start ?? top) - top;
  const below = height - ((rows.at(-1)?.end ?? top) - top);
  return (
    <div className="card @container relative overflow-x-auto">
      <table className="w-full min-w-160 table-fixed" aria-rowcount={keys.length + 1}>
        <caption className="sr-only">{t('keys')}</caption>
        <thead className="border-b border-line">
          <tr aria-rowindex={1}>
            {selection.selecting && (
              <th scope="col" className="w-12 ps-2">
                <SelectBox
                  {...boxOfAll(keys.map(keyIdOf), selection.ids)}
                  label={t('select-all', { count: keys.length })}
                  onChange={(on) => selection.select(keys, on)}
                />
              </th>
            )}
            {columns.map(({ by, label, className }) => (
              <SortHeading
                key={by}
                label={t(label)}
                direction={sort.by === by ? sort.descending : null}
                onSort={() => onSort(nextSort(sort, by))}
                className={className}
              />
            ))}
            <th scope="col" className="w-28">
              <span className="sr-only">{fieldText('actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody ref={body} className="divide-y divide-line">
          {!long && keys.map((item, index) => row(item, index))}
          {long && <Spacer height={above} />}
          {long &&
            rows.map(({ index }) => {
              const item = keys[index];
              return item && row(item, index, measure);
            })}
          {long && <Spacer height={below} />}
        </tbody>
      </table>
    </div>
  );
}

const estimatedHeight = 73;

const departmentClassName = 'hidden @4xl:table-cell';

const columns = [
  { by: 'number', label: 'number', className: 'w-44 first:ps-4' },
  { by: 'name', label: 'name-and-location', className: '' },
  { by: 'department', label: 'department', className: `w-56 ${departmentClassName}` },
  { by: 'status', label: 'status', className: 'w-64' },
] as const satisfies readonly { by: SortColumn; label: string; className: string }[];

type SortHeadingProps = {
  label: string;
  direction: boolean | null;
  onSort: () => void;
  className: string;
};

/** A heading that sorts by its column; a second click reverses the order. */
function SortHeading({ label, direction, onSort, className }: SortHeadingProps) {
  const Arrow = direction === null ? ArrowUpDown : direction ? ArrowDown : ArrowUp;
  return (
    <th
      scope="col"
      aria-sort={direction === null ? undefined : direction ? 'descending' : 'ascending'}
      className={`px-1 text-start ${className}`}
    >
      <button
        type="button"
        onClick={onSort}
        className={`flex min-h-11 w-full items-center gap-1.5 rounded-control px-2 text-start text-sm font-semibold transition-colors duration-150 hover:text-ink ${direction === null ? 'text-muted' : 'text-ink'}`}
      >
        {label}
        <Arrow
          aria-hidden
          className={`size-3.5 shrink-0 ${direction === null ? 'opacity-50' : 'text-accent'}`}
        />
      </button>
    </th>
  );
}

/**
 * Fills the space of rows that are not rendered. It spans no columns: with a colspan, hidden
 * columns would return empty and take width from the others.
 */
function Spacer({ height }: { height: number }) {
  return (
    height > 0 && (
      <tr aria-hidden>
        <td style={{ height, padding: 0 }} />
      </tr>
    )
  );
}

type KeyTableRowProps = Omit<KeyTableProps, 'keys' | 'sort' | 'onSort'> & {
  item: Key;
  index: number;
  rowRef: Ref<HTMLTableRowElement> | undefined;
};

const KeyTableRow = memo((props: KeyTableRowProps) => {
  const { item, index, rowRef, selection, ...handlers } = props;
  const categoryLabel = useEntryLabel('categories');
  const departmentLabel = useEntryLabel('departments');
  const placeOf = usePlaceOf();
  return (
    <tr
      ref={rowRef}
      data-index={index}
      aria-rowindex={index + 2}
      className={`h-18 transition-colors duration-150 ${selection.ids.has(item._id) ? 'bg-accent-soft' : 'hover:bg-canvas'}`}
    >
      {selection.selecting && (
        <td className="ps-2">
          <SelectKey item={item} selection={selection} />
        </td>
      )}
      <th scope="row" className="px-3 py-2 text-start text-xl first:ps-6">
        <ManagedKeyNumber item={item} />
      </th>
      <td className="px-3 py-2 wrap-anywhere">
        <p>{item.keyName}</p>
        <p className="text-sm text-muted">{placeOf(item)}</p>
      </td>
      <td className={`px-3 py-2 wrap-anywhere ${departmentClassName}`}>
        <p className="truncate" title={departmentLabel(item.department)}>
          {departmentLabel(item.department)}
        </p>
        <p className="text-sm text-muted">{categoryLabel(item.category)}</p>
      </td>
      <td className="px-3 py-2 wrap-anywhere">
        <ManagedKeyStatus item={item} />
      </td>
      <td className="px-3">
        <KeyActions item={item} {...handlers} />
      </td>
    </tr>
  );
});
