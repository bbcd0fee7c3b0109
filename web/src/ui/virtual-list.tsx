import { useWindowVirtualizer } from '@tanstack/react-virtual';
import {
  memo,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { whenIdle } from '../lib/browser.ts';
import { classNames } from './class-names.ts';

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

/** Longer lists render only the rows in view. */
const virtualizeAbove = 50;

type RowProps<T> = { item: T; renderItem: (item: T) => ReactNode };

/** Memoized, so that scrolling and measuring move rows without rendering them again. */
const Row = memo(({ item, renderItem }: RowProps<unknown>) => renderItem(item)) as <T>(
  props: RowProps<T>,
) => ReactNode;

/** A list of any length: of a long one only the rows near the window are rendered. */
export function VirtualList<T>(props: VirtualListProps<T>) {
  const { items, idOf, label, renderItem } = props;
  if (items.length > virtualizeAbove) return <VirtualRows {...props} />;
  return (
    <ul aria-label={label} className="card divide-y divide-line overflow-hidden">
      {items.map((item) => (
        <li key={idOf(item)}>{renderItem(item)}</li>
      ))}
    </ul>
  );
}

function VirtualRows<T>(props: VirtualListProps<T>) {
  const { items, idOf, label, estimatedHeight, renderItem } = props;
  const list = useRef<HTMLUListElement>(null);
  const top = useTop(list);
  const scrollMargin = top ?? 0;
  const rows = useWindowVirtualizer({
    // Its position decides which rows are in view.
    enabled: top !== undefined,
    count: items.length,
    estimateSize: () => estimatedHeight,
    // A new function would recompute the position of every row, in view or not.
    getItemKey: useCallback(
      (index: number) => {
        const item = items[index];
        return item === undefined ? index : idOf(item);
      },
      [items, idOf],
    ),
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    overscan: useOverscan(),
    scrollMargin,
    useFlushSync: false,
  });
  const height = top === undefined ? items.length * estimatedHeight : rows.getTotalSize();
  return (
    <ul
      ref={list}
      aria-label={label}
      className="card relative overflow-hidden"
      style={{ height: height + 2 }}
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
              <Row item={item} renderItem={renderItem} />
            </li>
          )
        );
      })}
    </ul>
  );
}

/**
 * The distance of `list` from the top of the page; undefined until it is rendered. Only resizing the
 * window changes it.
 */
function useTop(list: RefObject<Element | null>): number | undefined {
  const [top, setTop] = useState<number>();
  useLayoutEffect(() => {
    const measure = () =>
      list.current && setTop(list.current.getBoundingClientRect().top + window.scrollY);
    measure();
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, [list]);
  return top;
}

/** Rows rendered beyond the window: few for the first paint, then enough for fast scrolling. */
function useOverscan(): number {
  const [overscan, setOverscan] = useState(1);
  useEffect(() => whenIdle(() => setOverscan(5)), []);
  return overscan;
}
