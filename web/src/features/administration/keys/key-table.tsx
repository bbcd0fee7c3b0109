import type { Key } from '@keydesk/shared/keys/key';
import { t as fieldText } from '@keydesk/shared/texts/en/fields';
import { t } from '@keydesk/shared/texts/en/managed-keys';
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import { type ComponentProps, memo, type Ref, useRef } from 'react';
import { usePrinting } from '../../../lib/hooks.ts';
import { Dotted } from '../../../ui/dotted.tsx';
import { KeyNumber } from '../../../ui/record-link.tsx';
import { useVirtualRows, virtualizeAbove } from '../../../ui/virtual-list.tsx';
import { SelectBox } from '../selection.tsx';
import { type KeySort, nextSort, type SortColumn } from './filter-keys.ts';
import { useKeyLabels } from './key-labels.ts';
import { KeyActions, type ManagedKeyProps, ManagedKeyStatus } from './managed-key-parts.tsx';

type KeyTableProps = Omit<ManagedKeyProps, 'item' | 'selected'> & {
  keys: readonly Key[];
  selectedIds: ReadonlySet<string>;
  sort: KeySort;
  onSort: (sort: KeySort) => void;
  selectAll: ComponentProps<typeof SelectBox>;
};

/** Keys as a table, for wide screens; a long table renders only the rows near the viewport. */
export function KeyTable({ keys, sort, onSort, selectAll, selectedIds, ...rest }: KeyTableProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const printing = usePrinting();
  const long = keys.length > virtualizeAbove && !printing;
  const { rows, top, height, measure } = useVirtualRows(body, {
    items: keys,
    idOf,
    estimatedHeight,
    enabled: long,
  });
  const row = (item: Key, index: number, ref?: Ref<HTMLTableRowElement>) => (
    <KeyTableRow
      key={item._id}
      rowRef={ref}
      index={index}
      item={item}
      selected={selectedIds.has(item._id)}
      {...rest}
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
            <th scope="col" className="w-12 pl-2">
              <SelectBox {...selectAll} />
            </th>
            {columns.map(({ by, label, className }) => (
              <SortHeading
                key={by}
                label={t(label)}
                direction={sort.by === by ? sort.descending : null}
                onSort={() => onSort(nextSort(sort, by))}
                className={className}
              />
            ))}
            <th scope="col" className="w-37">
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

function idOf(key: Key): string {
  return key._id;
}

const estimatedHeight = 69;

const departmentClassName = 'hidden @4xl:table-cell';
const wideOnlyClassName = 'hidden @5xl:table-cell';

const columns = [
  { by: 'number', label: 'number', className: 'w-36' },
  { by: 'name', label: 'name-and-location', className: '' },
  { by: 'department', label: 'department', className: `w-33 ${departmentClassName}` },
  { by: 'category', label: 'category', className: `w-29 ${wideOnlyClassName}` },
  { by: 'block', label: 'block', className: `w-21 ${wideOnlyClassName}` },
  { by: 'status', label: 'status', className: 'w-55' },
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
      className={`px-1 text-left ${className}`}
    >
      <button
        type="button"
        onClick={onSort}
        className={`flex min-h-11 w-full items-center gap-1.5 rounded-control px-2 text-left text-sm font-medium transition-colors duration-150 hover:text-ink ${direction === null ? 'text-muted' : 'text-ink'}`}
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

type KeyTableRowProps = ManagedKeyProps & {
  index: number;
  rowRef: Ref<HTMLTableRowElement> | undefined;
};

const KeyTableRow = memo((props: KeyTableRowProps) => {
  const { item, index, rowRef, selected, onSelect, now, ...handlers } = props;
  const { categoryLabel, blockLabel } = useKeyLabels();
  return (
    <tr
      ref={rowRef}
      data-index={index}
      aria-rowindex={index + 2}
      className={`transition-colors duration-150 ${selected ? 'bg-accent-soft' : 'hover:bg-canvas'}`}
    >
      <td className="pl-2">
        <SelectBox
          label={t('select-key', { keyNumber: item.keyNumber })}
          checked={selected}
          onChange={(checked) => onSelect(item, checked)}
        />
      </td>
      <th scope="row" className="p-3 text-left text-lg leading-6">
        <KeyNumber number={item.keyNumber} linkTo={item._id} />
      </th>
      <td className="p-3 wrap-anywhere">
        <p className="font-medium">{item.keyName}</p>
        <p className="text-sm text-muted">{item.location}</p>
        <p className="text-sm text-muted @5xl:hidden">
          <Dotted>
            <span className="@4xl:hidden">{item.department}</span>
            {categoryLabel(item.category)}
            {blockLabel(item.block)}
          </Dotted>
        </p>
      </td>
      <td className={`p-3 wrap-anywhere ${departmentClassName}`}>{item.department}</td>
      <td className={`p-3 ${wideOnlyClassName}`}>{categoryLabel(item.category)}</td>
      <td className={`p-3 ${wideOnlyClassName}`}>{blockLabel(item.block)}</td>
      <td className="p-3">
        <ManagedKeyStatus item={item} now={now} />
      </td>
      <td className="py-2 pr-3 pl-1">
        <KeyActions item={item} {...handlers} />
      </td>
    </tr>
  );
});
