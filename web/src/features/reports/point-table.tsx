import { ScrollArea } from '@base-ui/react/scroll-area';
import type { ChartPoint } from '@keydesk/shared/analytics/analytics';
import { labelOf } from './highest-point.ts';

type PointTableProps = { title: string; points: readonly ChartPoint[]; noun: string };

/** The figures of a chart, line by line. */
export const PointTable = ({ title, points, noun }: PointTableProps) => (
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
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {points.map((point) => (
            <tr key={point._id}>
              <th scope="row" className="px-3 py-1.5 text-left font-normal">
                {labelOf(point)}
              </th>
              <td className="px-3 py-1.5 text-right font-medium">{point.count}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea.Viewport>
  </ScrollArea.Root>
);
