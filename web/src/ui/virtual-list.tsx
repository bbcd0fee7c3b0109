import { memo, type ReactNode, useRef } from 'react';
import { usePrinting } from '../lib/hooks.ts';
import { classNames } from './class-names.ts';
import { useVirtualRows, virtualizeAbove } from './use-virtual-rows.ts';

type VirtualListProps<T> = {
  items: readonly T[];
  /** Must be a stable function: a new one recomputes the layout of all rows. */
  idOf: (item: T) => string;
  /** What the list holds, for screen readers. */
  label: string;
  /** Height of a row in pixels; each row is measured once it is rendered. */
  estimatedHeight: number;
  renderItem: (item: T) => ReactNode;
};

type RowProps<T> = { item: T; renderItem: (item: T) => ReactNode };

/** Memoized, so that scrolling and measuring move rows without rendering them again. */
const Row = memo(({ item, renderItem }: RowProps<unknown>) => renderItem(item)) as <T>(
  props: RowProps<T>,
) => ReactNode;

/** A list of any length: of a long one only the rows near the window are rendered, unless printed. */
export function VirtualList<T>(props: VirtualListProps<T>) {
  const { items, idOf, label, renderItem } = props;
  const printing = usePrinting();
  if (items.length > virtualizeAbove && !printing) return <VirtualRows {...props} />;
  return (
    <ul
      aria-label={label}
      className="card divide-y divide-line overflow-hidden print:overflow-visible print:border-0"
    >
      {items.map((item) => (
        <li key={idOf(item)} className="print:break-inside-avoid">
          {renderItem(item)}
        </li>
      ))}
    </ul>
  );
}

function VirtualRows<T>(props: VirtualListProps<T>) {
  const { items, idOf, label, estimatedHeight, renderItem } = props;
  const list = useRef<HTMLUListElement>(null);
  const { rows, top, height, measure } = useVirtualRows(list, { items, idOf, estimatedHeight });
  return (
    <ul
      ref={list}
      aria-label={label}
      className="card relative overflow-hidden"
      style={{ height: height + 2 }}
    >
      {rows.map((row) => {
        const item = items[row.index];
        return (
          item !== undefined && (
            <li
              key={row.key}
              ref={measure}
              data-index={row.index}
              aria-setsize={items.length}
              aria-posinset={row.index + 1}
              className={classNames(
                'absolute inset-x-0 top-0',
                row.index > 0 && 'border-t border-line',
              )}
              style={{ transform: `translateY(${row.start - top}px)` }}
            >
              <Row item={item} renderItem={renderItem} />
            </li>
          )
        );
      })}
    </ul>
  );
}
