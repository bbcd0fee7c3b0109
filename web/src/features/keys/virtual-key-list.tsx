import type { Key } from '@keydesk/shared/keys/key';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useMediaQuery } from '../../lib/media-query.ts';
import { classNames } from '../../ui/class-names.ts';
import { KeyRow, type RenderKeyAction } from './key-row.tsx';

type VirtualKeyListProps = {
  keys: readonly Key[];
  label: string;
  renderAction: RenderKeyAction | undefined;
};

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

/** Thousands of keys, of which only the rows near the window are drawn. */
export const VirtualKeyList = ({ keys, label, renderAction }: VirtualKeyListProps) => {
  const list = useRef<HTMLUListElement>(null);
  const scrollMargin = useTop(list);
  const rowHeight = useMediaQuery('(min-width: 768px)') ? 84 : 108;
  const rows = useWindowVirtualizer({
    count: keys.length,
    estimateSize: () => rowHeight,
    getItemKey: (index) => keys[index]?._id ?? index,
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
        const key = keys[row.index];
        return (
          key && (
            <li
              key={row.key}
              ref={rows.measureElement}
              data-index={row.index}
              aria-setsize={keys.length}
              aria-posinset={row.index + 1}
              className={classNames(
                'absolute inset-x-0 top-0',
                row.index > 0 && 'border-t border-line',
              )}
              style={{ transform: `translateY(${row.start - scrollMargin}px)` }}
            >
              <KeyRow item={key} renderAction={renderAction} />
            </li>
          )
        );
      })}
    </ul>
  );
};
