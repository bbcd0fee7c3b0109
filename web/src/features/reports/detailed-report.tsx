import { Card } from '../../ui/card.tsx';
import { RankedList } from '../../ui/ranked-list.tsx';
import type { Analytics } from './use-analytics.ts';

/** Keys named in the report (spec §9). */
const topKeys = 5;

/** Most used keys, peak hours and departments in figures. */
export const DetailedReport = ({ analytics }: { analytics: Analytics }) => {
  const { keyUsage, peakUsage, activeUsers } = analytics;
  return (
    <section aria-labelledby="detailed-report" className="mt-8">
      <h2 id="detailed-report" className="mb-4 text-xl font-semibold tracking-tight">
        Detailed Report
      </h2>
      <div className="grid gap-4 lg:grid-cols-3">
        <Card className="min-w-0">
          <h3 className="mb-4 font-semibold">Most Used Keys</h3>
          <RankedList
            empty="No usage data available"
            items={(keyUsage?.mostUsedKeys ?? []).slice(0, topKeys).map((key) => ({
              id: key.keyNumber,
              name: (
                <>
                  <span className="key-number">{key.keyNumber}</span> {key.keyName}
                </>
              ),
              note: key.department,
              value: key.usageCount,
            }))}
          />
        </Card>
        <Card className="min-w-0">
          <h3 className="mb-4 font-semibold">Peak Usage Hours</h3>
          <RankedList
            empty="No peak usage data available"
            numbered
            items={(peakUsage?.peakHours ?? []).map((hour) => ({
              id: hour.timeLabel,
              name: hour.timeLabel,
              value: hour.count,
            }))}
          />
        </Card>
        <Card className="min-w-0">
          <h3 className="mb-4 font-semibold">Usage by Department</h3>
          <RankedList
            empty="No department data available"
            items={(activeUsers?.usersByDepartment ?? []).map((department) => ({
              id: department._id,
              name: department._id,
              value: department.count,
            }))}
          />
        </Card>
      </div>
    </section>
  );
};
