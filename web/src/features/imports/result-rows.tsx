import type { ImportRow } from '@keydesk/shared/imports/imports.routes';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useRef } from 'react';
import { OutcomePill } from './outcome-pill.tsx';

const ResultRow = ({ row, done }: { row: ImportRow; done: boolean }) => (
  <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 px-4 py-2.5 sm:grid-cols-[4.25rem_minmax(0,1fr)_auto]">
    <span className="text-sm text-muted tabular-nums max-sm:col-span-2">Line {row.line}</span>
    <span className="min-w-0 font-medium wrap-anywhere max-sm:text-[0.9375rem]">
      {row.name || 'Unnamed'}
    </span>
    <OutcomePill outcome={row.outcome} done={done} />
    {row.problems.length > 0 && (
      <ul className="col-span-2 mt-1 text-sm text-danger sm:col-start-2">
        {row.problems.map((problem) => (
          <li key={problem} className="wrap-anywhere">
            {problem}
          </li>
        ))}
      </ul>
    )}
  </div>
);

/** A region that scrolls must be reached by keyboard as well. */
const reachable = { tabIndex: 0 };

type ResultRowsProps = { rows: readonly ImportRow[]; done: boolean };

/** Rows of a file, of which only those in view are drawn. */
export const ResultRows = ({ rows, done }: ResultRowsProps) => {
  const frame = useRef<HTMLElement>(null);
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: (index) => 46 + 20 * (rows[index]?.problems.length ?? 0),
    getItemKey: useCallback((index: number) => rows[index]?.line ?? index, [rows]),
    overscan: 6,
  });
  return (
    <section
      {...reachable}
      ref={frame}
      aria-label="Rows of the file"
      className="max-h-72 overflow-y-auto overscroll-contain rounded-control border border-line"
    >
      <ul className="relative" style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map((item) => {
          const row = rows[item.index];
          return (
            row && (
              <li
                key={item.key}
                ref={list.measureElement}
                data-index={item.index}
                aria-setsize={rows.length}
                aria-posinset={item.index + 1}
                className={
                  item.index > 0
                    ? 'absolute inset-x-0 top-0 border-t border-line'
                    : 'absolute inset-x-0 top-0'
                }
                style={{ transform: `translateY(${item.start}px)` }}
              >
                <ResultRow row={row} done={done} />
              </li>
            )
          );
        })}
      </ul>
    </section>
  );
};
