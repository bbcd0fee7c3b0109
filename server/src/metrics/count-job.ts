import type { Job } from '../jobs/schedule.ts';
import type { AppMetrics } from './app-metrics.ts';

/** The same work, with its rounds counted. */
export const countJob =
  ({ jobRuns, jobDone }: AppMetrics) =>
  ({ name, run }: Job): Job => ({
    name,
    async run(now) {
      try {
        await run(now);
      } catch (error) {
        jobRuns.inc({ job: name, outcome: 'failed' });
        throw error;
      }
      jobRuns.inc({ job: name, outcome: 'done' });
      jobDone.setToCurrentTime({ job: name });
    },
  });
