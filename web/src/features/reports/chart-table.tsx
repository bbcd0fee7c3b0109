import { ScrollArea } from '@base-ui/react/scroll-area';
import { beforeText, type ChartSeries, chartRows } from './chart-series.ts';

/** The figures of a chart as a table. */
export function ChartTable({ series }: { series: ChartSeries }) {
  const { title, noun } = series;
  const rows = chartRows(series);
  const compared = rows.some(({ before }) => before);
  return (
    <ScrollArea.Root className="overflow-hidden rounded-control border border-line">
      <ScrollArea.Viewport aria-label={`${title}, figures`} role="region" className="h-60">
        <table className="w-full text-sm tabular-nums">
          <caption className="sr-only">{title}</caption>
          <thead className="sticky top-0 bg-surface text-muted">
            <tr>
              <th scope="col" className="px-3 py-2 text-left font-medium">
                When
              </th>
              <th scope="col" className="px-3 py-2 text-right font-medium first-letter:uppercase">
                {noun}
              </th>
              {compared && (
                <th scope="col" className="px-3 py-2 text-right font-medium">
                  Before
                </th>
              )}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {rows.map((row) => (
              <tr key={row._id}>
                <th scope="row" className="px-3 py-1.5 text-left font-normal">
                  {row.label}
                  {row.runs && <span className="text-muted"> so far</span>}
                </th>
                <td className="px-3 py-1.5 text-right font-medium">{row.count}</td>
                {compared && (
                  <td className="px-3 py-1.5 text-right text-muted">
                    {row.before && (series.running ? beforeText(row.before) : row.before.count)}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea.Viewport>
    </ScrollArea.Root>
  );
}
