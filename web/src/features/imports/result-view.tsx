import type { ImportResult } from '@keydesk/shared/imports/imports.routes';
import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import { useState } from 'react';
import { Notice } from '../../ui/notice.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { type Outcome, outcomeWords } from './outcome-pill.tsx';
import { ResultRows } from './result-rows.tsx';

type ResultViewProps = { result: ImportResult; countText: (count: number) => string };

const filterOptions = ({ rows, created, updated, unchanged, refused }: ImportResult) => {
  const counts: Record<Outcome, number> = {
    refused,
    create: created,
    update: updated,
    unchanged,
  };
  return [
    { value: 'all', label: `All rows (${rows.length})` },
    ...(Object.keys(counts) as Outcome[])
      .filter((outcome) => counts[outcome] > 0)
      .map((value) => ({ value, label: `${outcomeWords[value]} (${counts[value]})` })),
  ];
};

const Verdict = ({ result, countText }: ResultViewProps) => {
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
        {refused === 1 ? '1 row is refused' : `${refused} rows are refused`}, so nothing can be
        imported. Please correct the file and choose it again.
      </Notice>
    );
  return created + updated === 0 ? (
    <Notice tone="info" icon={<Info aria-hidden />}>
      Everything in this file is already as it says: {countText(unchanged)} unchanged.
    </Notice>
  ) : (
    <Notice tone="info" icon={<Info aria-hidden />}>
      {countText(created)} will be added, {countText(updated)} changed, {countText(unchanged)} left
      as before. Nothing has been changed yet.
    </Notice>
  );
};

/** What a file would do, or has done, row by row. */
export const ResultView = ({ result, countText }: ResultViewProps) => {
  const [filter, setFilter] = useState(result.refused > 0 ? 'refused' : 'all');
  const rows = filter === 'all' ? result.rows : result.rows.filter((r) => r.outcome === filter);
  return (
    <div className="flex flex-col gap-3">
      <Verdict result={result} countText={countText} />
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
};
