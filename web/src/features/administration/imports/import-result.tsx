import type { ImportResult, ImportRow } from '@keydesk/shared/administration/imports';
import { refusedRowsOf } from '@keydesk/shared/administration/refused-rows';
import { t as fieldText } from '@keydesk/shared/texts/en/fields';
import { t } from '@keydesk/shared/texts/en/imports';
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  AtSign,
  Check,
  CircleAlert,
  CircleCheck,
  CircleX,
  Equal,
  History,
  Info,
  Minus,
  Pencil,
  Plus,
} from 'lucide-react';
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { saveFile } from '../../../lib/browser.ts';
import { StatusPill, type StatusTone } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { SelectField } from '../../../ui/fields.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { SelectBox } from '../selection.tsx';
import { type CheckedImport, isChange, isDoubtful } from './use-import.ts';

type ResultViewProps = {
  /** The dry run; its refused rows are offered as a file. */
  checked: CheckedImport;
  result: ImportResult;
  countText: (count: number) => string;
  /** Deselected lines, and the callback of the choice; without it nothing can be chosen. */
  deselected?: ReadonlySet<number>;
  onDeselect?: (deselected: ReadonlySet<number>) => void;
};

export function ResultView(props: ResultViewProps) {
  const { checked, result, countText, deselected = none, onDeselect } = props;
  const [filter, setFilter] = useState('all');
  const rows = useMemo(() => {
    const shown = result.rows.filter(({ outcome }) => filter === 'all' || filter === outcome);
    return shown.toSorted((one, other) => placeOf(one) - placeOf(other));
  }, [result, filter]);
  const changes = rows.filter(isChange).map(({ line }) => line);
  const off = changes.filter((line) => deselected.has(line)).length;
  const choose = (lines: readonly number[], applies: boolean) => {
    const changed = new Set(deselected);
    for (const line of lines) {
      if (applies) changed.delete(line);
      else changed.add(line);
    }
    onDeselect?.(changed);
  };
  const mayChoose = onDeselect !== undefined;
  return (
    <div className="flex flex-col gap-3">
      <ResultNotice result={result} countText={countText} deselected={deselected} />
      <RefusedRows {...checked} />
      <SelectField
        label={t('show')}
        hideLabel
        options={filterOptions(result)}
        value={filter}
        onChange={setFilter}
        className="sm:max-w-60"
      />
      {mayChoose && changes.length > 0 && (
        <div className="flex items-center gap-1">
          <SelectBox
            label={t('apply-all-rows')}
            checked={off === 0}
            mixed={off > 0 && off < changes.length}
            onChange={(applies) => choose(changes, applies)}
          />
          <p role="status" className="text-sm">
            {t('will-be-applied', { count: changes.length - off, total: changes.length })}
          </p>
        </div>
      )}
      <ResultRows
        key={filter}
        rows={rows}
        done={result.applied}
        deselected={deselected}
        onChoose={mayChoose ? (line, applies) => choose([line], applies) : null}
      />
    </div>
  );
}

const none: ReadonlySet<number> = new Set();

/** Errors come first, then what is doubtful or unusual; otherwise rows stay as in the file. */
function placeOf(row: ImportRow): number {
  if (row.outcome === 'refused') return 0;
  return isDoubtful(row) || row.notes ? 1 : 2;
}

type ResultNoticeProps = Pick<ResultViewProps, 'result' | 'countText'> & {
  deselected: ReadonlySet<number>;
};

function ResultNotice({ result, countText, deselected }: ResultNoticeProps) {
  const { rows, unchanged, applied } = result;
  const count = (outcome: RowOutcome) =>
    rows.filter((row) => row.outcome === outcome && !deselected.has(row.line)).length;
  const created = count('create');
  const updated = count('update') + (applied ? 0 : count('outdated') + count('moved'));
  const doubtful = rows.filter(({ line }) => deselected.has(line)).length;
  if (applied)
    return (
      <Notice tone="success" icon={<CircleCheck aria-hidden />}>
        {t('imported', { created: countText(created), updated: countText(updated) })}
      </Notice>
    );
  if (created + updated + doubtful === 0 && result.refused > 0) return null;
  return created + updated + doubtful === 0 ? (
    <Notice tone="info" icon={<Info aria-hidden />}>
      {t('nothing-new', { unchanged: countText(unchanged) })}
    </Notice>
  ) : (
    <Notice tone="info" icon={<Info aria-hidden />}>
      {t('would-change', {
        created: countText(created),
        updated: countText(updated),
        unchanged: countText(unchanged),
        doubtful,
      })}
    </Notice>
  );
}

function RefusedRows({ file, result }: CheckedImport) {
  if (result.refused === 0) return null;
  const save = () =>
    void saveFile(new Response(refusedRowsOf(file.text, result)), t('refused-rows-file'));
  return (
    <Notice tone="error" icon={<CircleAlert aria-hidden />}>
      <p>{t('rows-refused', { count: result.refused })}</p>
      <Button variant="secondary" size="small" onClick={save} className="mt-2">
        {t('save-refused-rows', { count: result.refused })}
      </Button>
    </Notice>
  );
}

function filterOptions({ rows, created, updated, unchanged, refused }: ImportResult) {
  const count = (outcome: RowOutcome) => rows.filter((row) => row.outcome === outcome).length;
  const counts: Record<RowOutcome, number> = {
    refused,
    outdated: count('outdated'),
    moved: count('moved'),
    create: created,
    update: updated,
    unchanged,
    skipped: count('skipped'),
  };
  return [
    { value: 'all', label: t('all-rows', { count: rows.length }) },
    ...(Object.keys(counts) as RowOutcome[])
      .filter((outcome) => counts[outcome] > 0)
      .map((value) => ({ value, label: `${t(outcomeLabels[value])} (${counts[value]})` })),
  ];
}

function ResultRows({ rows, done, deselected, onChoose }: ResultRowsProps) {
  const frame = useRef<HTMLElement>(null);
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: (index) => 46 + 20 * notesOf(rows[index]).length,
    getItemKey: useCallback((index: number) => rows[index]?.line ?? index, [rows]),
    overscan: 6,
  });
  return (
    <section
      {...keyboardFocusable}
      ref={frame}
      aria-label={t('rows-of-the-file')}
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
                <ResultRow row={row} done={done} deselected={deselected} onChoose={onChoose} />
              </li>
            )
          );
        })}
      </ul>
    </section>
  );
}

type ResultRowProps = Omit<ResultRowsProps, 'rows'> & { row: ImportRow };

function ResultRow({ row, done, deselected, onChoose }: ResultRowProps) {
  const name = row.name || t('unnamed');
  const notes = notesOf(row);
  return (
    <div className="flex items-start gap-1 pe-4">
      {onChoose && (
        <div className="w-11 shrink-0">
          {isChange(row) && (
            <SelectBox
              label={t('apply-line', { line: row.line, name })}
              checked={!deselected.has(row.line)}
              onChange={(applies) => onChoose(row.line, applies)}
            />
          )}
        </div>
      )}
      <div
        className={classNames(
          'grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 py-2.5 sm:grid-cols-[4.25rem_minmax(0,1fr)_auto]',
          !onChoose && 'ps-4',
        )}
      >
        <span className="text-sm text-muted tabular-nums max-sm:col-span-2">
          {t('line', { line: row.line })}
        </span>
        <span className="min-w-0 font-semibold wrap-anywhere max-sm:text-sm">{name}</span>
        <OutcomePill outcome={row.outcome} done={done} />
        {notes.length > 0 && (
          <ul className="col-span-2 mt-1 text-sm sm:col-start-2">
            {notes.map(({ text, tone }) => (
              <li key={text} className={classNames('wrap-anywhere', tone)}>
                {text}
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

function notesOf(row: ImportRow | undefined): { text: string; tone: string }[] {
  const { problems = [], warnings = [], notes = [], changes = [], summary } = row ?? {};
  return [
    ...(summary ? [{ text: summary, tone: 'text-muted' }] : []),
    ...problems.map((text) => ({ text, tone: 'text-danger' })),
    ...[...warnings, ...notes].map((text) => ({ text, tone: 'text-out' })),
    ...changes.map(({ column, before: was, after: is }) => {
      const [before, after] = [was || t('nothing'), is || t('nothing')];
      return { text: `${column}: ${fieldText('becomes', { before, after })}`, tone: 'text-muted' };
    }),
  ];
}

function OutcomePill({ outcome, done }: { outcome: RowOutcome; done: boolean }) {
  return (
    <StatusPill
      tone={outcomeStyles[outcome].tone}
      icon={
        done && (outcome === 'create' || outcome === 'update') ? (
          <Check aria-hidden />
        ) : (
          outcomeStyles[outcome].icon
        )
      }
    >
      {t(outcomeLabels[outcome])}
    </StatusPill>
  );
}

/** Scrollable regions must be reachable by keyboard. */
const keyboardFocusable = { tabIndex: 0 };

type ResultRowsProps = {
  rows: readonly ImportRow[];
  done: boolean;
  deselected: ReadonlySet<number>;
  onChoose: ((line: number, applies: boolean) => void) | null;
};

type RowOutcome = ImportRow['outcome'];

const outcomeLabels = {
  create: 'new',
  update: 'changed',
  unchanged: 'unchanged',
  outdated: 'out-of-date',
  moved: 'moved',
  skipped: 'left-out',
  refused: 'refused',
} as const satisfies Record<RowOutcome, string>;

const outcomeStyles: Record<RowOutcome, { tone: StatusTone; icon: ReactNode }> = {
  create: { tone: 'accent', icon: <Plus aria-hidden /> },
  update: { tone: 'accent', icon: <Pencil aria-hidden /> },
  unchanged: { tone: 'neutral', icon: <Equal aria-hidden /> },
  outdated: { tone: 'out', icon: <History aria-hidden /> },
  moved: { tone: 'out', icon: <AtSign aria-hidden /> },
  skipped: { tone: 'neutral', icon: <Minus aria-hidden /> },
  refused: { tone: 'overdue', icon: <CircleX aria-hidden /> },
};
