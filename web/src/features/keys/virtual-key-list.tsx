import type { Key } from '@keydesk/shared/keys/key';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState } from 'react';
import { useMediaQuery } from '../../lib/media-query.ts';
import { classNames } from '../../ui/class-names.ts';
import { KeyRow, type RenderKeyAction } from './key-row.tsx';

type VirtualKeyListProps = {
  keys: readonly Key[];
  label: string;
  renderAction: RenderKeyAction | undefined;
};

const topOf = (element: Element | null): number =>
  element ? element.getBoundingClientRect().top + window.scrollY : 0;

/** Thousands of keys, of which only the rows near the window are drawn. */
export const VirtualKeyList = ({ keys, label, renderAction }: VirtualKeyListProps) => {
  const list = useRef<HTMLUListElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  const rowHeight = useMediaQuery('(min-width: 640px)') ? 84 : 108;
  // What stands above the list may grow or shrink with any change of the page.
  useLayoutEffect(() => setScrollMargin(topOf(list.current)));
  const rows = useWindowVirtualizer({
    count: keys.length,
    estimateSize: () => rowHeight,
    getItemKey: (index) => keys[index]?._id ?? index,
    overscan: 6,
    scrollMargin,
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
