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
  /** Stays the same function: another one has all rows laid out anew. */
  idOf: (item: T) => string;
  /** What the list holds, for screen readers. */
  label: string;
  /** Of a row, in pixels; every row is measured once it is drawn. */
  estimatedHeight: number;
  renderItem: (item: T) => ReactNode;
};

/** Longer lists draw only the rows in view. */
const virtualizeAbove = 50;

type RowProps<T> = { item: T; renderItem: (item: T) => ReactNode };

/** Rows change with their list; while it is scrolled or measured they are only placed. */
const Row = memo(({ item, renderItem }: RowProps<unknown>) => renderItem(item)) as <T>(
  props: RowProps<T>,
) => ReactNode;

/** A list of the page, however long: of thousands only the rows near the window are drawn. */
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
    // Its place decides which rows are in view.
    enabled: top !== undefined,
    count: items.length,
    estimateSize: () => estimatedHeight,
    // Another function would have the place of every row computed anew, in view or not.
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
 * How far below the top of the page `list` begins, undefined until it is drawn; only another width
 * of the window moves it.
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

/** Rows drawn beyond the window: few until they are painted, then enough for a swift scroll. */
function useOverscan(): number {
  const [overscan, setOverscan] = useState(1);
  useEffect(() => whenIdle(() => setOverscan(5)), []);
  return overscan;
}
