import type { ImportResult, ImportRow } from '@keydesk/shared/administration/imports';
import { plural } from '@keydesk/shared/core/text';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Check, CircleAlert, CircleCheck, CircleX, Equal, Info, Pencil, Plus } from 'lucide-react';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import { StatusPill, type StatusTone } from '../../../ui/badge.tsx';
import { SelectField } from '../../../ui/fields.tsx';
import { Notice } from '../../../ui/notice.tsx';

type ResultViewProps = { result: ImportResult; countText: (count: number) => string };

/** What an import would do, or did, row by row. */
export function ResultView({ result, countText }: ResultViewProps) {
  const [filter, setFilter] = useState(result.refused > 0 ? 'refused' : 'all');
  const rows = filter === 'all' ? result.rows : result.rows.filter((r) => r.outcome === filter);
  return (
    <div className="flex flex-col gap-3">
      <ResultNotice result={result} countText={countText} />
      <SelectField
        label="Show"
        hideLabel
        options={filterOptions(result)}
        value={filter}
        onChange={setFilter}
        className="sm:max-w-60"
      />
      <ResultRows key={filter} rows={rows} done={result.applied} />
    </div>
  );
}

function ResultNotice({ result, countText }: ResultViewProps) {
  const { created, updated, unchanged, refused, applied } = result;
  if (applied)
    return (
      <Notice tone="success" icon={<CircleCheck aria-hidden />}>
        Imported: {countText(created)} added, {countText(updated)} changed.
      </Notice>
    );
  if (refused > 0)
    return (
      <Notice tone="error" icon={<CircleAlert aria-hidden />}>
        {plural(refused, 'row is refused', 'rows are refused')}, so nothing can be imported. Please
        correct the file and choose it again.
      </Notice>
    );
  return created + updated === 0 ? (
    <Notice tone="info" icon={<Info aria-hidden />}>
      Nothing in this file is new or changed: {countText(unchanged)} unchanged.
    </Notice>
  ) : (
    <Notice tone="info" icon={<Info aria-hidden />}>
      {countText(created)} will be added, {countText(updated)} changed, {countText(unchanged)} left
      as before. Nothing has been changed yet.
    </Notice>
  );
}

function filterOptions({ rows, created, updated, unchanged, refused }: ImportResult) {
  const counts: Record<RowOutcome, number> = {
    refused,
    create: created,
    update: updated,
    unchanged,
  };
  return [
    { value: 'all', label: `All rows (${rows.length})` },
    ...(Object.keys(counts) as RowOutcome[])
      .filter((outcome) => counts[outcome] > 0)
      .map((value) => ({ value, label: `${outcomeLabels[value]} (${counts[value]})` })),
  ];
}

/** The rows of a file as a virtual list. */
function ResultRows({ rows, done }: ResultRowsProps) {
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
      {...keyboardFocusable}
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
}

function ResultRow({ row, done }: { row: ImportRow; done: boolean }) {
  return (
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
}

/** The outcome of a row, as colour, icon and word. */
function OutcomePill({ outcome, done }: { outcome: RowOutcome; done: boolean }) {
  return (
    <StatusPill
      tone={outcomeStyles[outcome].tone}
      icon={done && outcome !== 'unchanged' ? <Check aria-hidden /> : outcomeStyles[outcome].icon}
    >
      {outcomeLabels[outcome]}
    </StatusPill>
  );
}

/** Scrollable regions must be reachable by keyboard. */
const keyboardFocusable = { tabIndex: 0 };

type ResultRowsProps = { rows: readonly ImportRow[]; done: boolean };

type RowOutcome = ImportRow['outcome'];

/** The outcome of a row in one word. */
const outcomeLabels: Record<RowOutcome, string> = {
  create: 'New',
  update: 'Changed',
  unchanged: 'Unchanged',
  refused: 'Refused',
};

const outcomeStyles: Record<RowOutcome, { tone: StatusTone; icon: ReactNode }> = {
  create: { tone: 'accent', icon: <Plus aria-hidden /> },
  update: { tone: 'accent', icon: <Pencil aria-hidden /> },
  unchanged: { tone: 'neutral', icon: <Equal aria-hidden /> },
  refused: { tone: 'overdue', icon: <CircleX aria-hidden /> },
};
