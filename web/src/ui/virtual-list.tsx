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
import { usePrinting } from '../lib/hooks.ts';
import { classNames } from './class-names.ts';

type VirtualListProps<T> = {
  items: readonly T[];
  /** Must be a stable function: a new one recomputes the layout of all rows. */
  idOf: (item: T) => string;
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

/** A list of any length: a long one renders only rows near the viewport, except in print. */
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

/** Longer lists render only the rows in view. */
export const virtualizeAbove = 50;

type VirtualRowsOptions<T> = {
  items: readonly T[];
  /** Must be a stable function: a new one recomputes the layout of all rows. */
  idOf: (item: T) => string;
  /** Height of a row in pixels; each row is measured once it is rendered. */
  estimatedHeight: number;
  /** False renders nothing, for callers that render every row themselves. */
  enabled?: boolean;
};

/**
 * The rows of `list` near the viewport. A row starts at `start - top` within the list, whose total
 * height is `height` pixels. `measure` is the ref of each row, which also needs its index as
 * `data-index`.
 */
export function useVirtualRows<T>(
  list: RefObject<Element | null>,
  { items, idOf, estimatedHeight, enabled = true }: VirtualRowsOptions<T>,
) {
  const top = useTop(list);
  const rows = useWindowVirtualizer({
    // The list's position decides which rows are in view.
    enabled: enabled && top !== undefined,
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
    scrollMargin: top ?? 0,
    useFlushSync: false,
  });
  return {
    rows: rows.getVirtualItems(),
    top: top ?? 0,
    height: top === undefined ? items.length * estimatedHeight : rows.getTotalSize(),
    measure: rows.measureElement,
  };
}

/**
 * The distance of `list` from the top of the page; undefined until rendered. It changes with the
 * window and with the content above, such as another long list.
 */
function useTop(list: RefObject<Element | null>): number | undefined {
  const [top, setTop] = useState<number>();
  useLayoutEffect(() => {
    const measure = () =>
      list.current && setTop(list.current.getBoundingClientRect().top + window.scrollY);
    measure();
    window.addEventListener('resize', measure);
    const page = new ResizeObserver(measure);
    page.observe(document.body);
    return () => {
      window.removeEventListener('resize', measure);
      page.disconnect();
    };
  }, [list]);
  return top;
}

/** Rows beyond the viewport: few for the first paint, then enough for fast scrolling. */
function useOverscan(): number {
  const [overscan, setOverscan] = useState(1);
  useEffect(() => whenIdle(() => setOverscan(5)), []);
  return overscan;
}
