import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { classNames } from './class-names.ts';

type WindowListProps<T> = {
  items: readonly T[];
  idOf: (item: T) => string;
  /** What the list holds, for screen readers. */
  label: string;
  /** Of a row, in pixels; every row is measured once it is drawn. */
  estimatedHeight: number;
  renderItem: (item: T) => ReactNode;
};

/** Longer lists draw only the rows in view. */
const drawnWhole = 50;

/** How far below the top of the page `list` begins; only another width of the window moves it. */
const useTop = (list: RefObject<Element | null>): number => {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const measure = () =>
      setTop(list.current ? list.current.getBoundingClientRect().top + window.scrollY : 0);
    measure();
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, [list]);
  return top;
};

const VirtualRows = <T,>(props: WindowListProps<T>) => {
  const { items, idOf, label, estimatedHeight, renderItem } = props;
  const list = useRef<HTMLUListElement>(null);
  const scrollMargin = useTop(list);
  const rows = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => estimatedHeight,
    getItemKey: (index) => {
      const item = items[index];
      return item === undefined ? index : idOf(item);
    },
    overscan: 5,
    scrollMargin,
    useFlushSync: false,
  });
  return (
    <ul
      ref={list}
      aria-label={label}
      className="card relative overflow-hidden"
      style={{ height: rows.getTotalSize() + 2 }}
    >
      {rows.getVirtualItems().map((row) => {
        const item = items[row.index];
        return (
          item !== undefined && (
            <li
              key={row.key}
              ref={rows.measureElement}
              data-index={row.index}
              aria-setsize={items.length}
              aria-posinset={row.index + 1}
              className={classNames(
                'absolute inset-x-0 top-0',
                row.index > 0 && 'border-t border-line',
              )}
              style={{ transform: `translateY(${row.start - scrollMargin}px)` }}
            >
              {renderItem(item)}
            </li>
          )
        );
      })}
    </ul>
  );
};

/** A list of the page, however long: of thousands only the rows near the window are drawn. */
export const WindowList = <T,>(props: WindowListProps<T>) => {
  const { items, idOf, label, renderItem } = props;
  if (items.length > drawnWhole) return <VirtualRows {...props} />;
  return (
    <ul aria-label={label} className="card divide-y divide-line overflow-hidden">
      {items.map((item) => (
        <li key={idOf(item)}>{renderItem(item)}</li>
      ))}
    </ul>
  );
};
