import { appError } from '@keydesk/shared/errors';
import type { AppMetrics } from './app-metrics.ts';

type WorkKind = 'import' | 'report' | 'tags';

type WorkRequest = {
  kind: WorkKind;
  userId: string;
  /** Aborts when nobody waits for the result any more. */
  signal: AbortSignal;
};

/**
 * Runs work that takes seconds, and refuses it when too much of it is under way. Work whose signal
 * aborts is forgotten while it waits; once it runs, it has to end by itself.
 */
export type WorkQueue = <T>(
  order: WorkRequest,
  work: (signal: AbortSignal) => Promise<T>,
) => Promise<T>;

type Job = WorkRequest & { running: boolean; start: () => void };

/** One job of each lane runs at a time; those of the kinds named first go first. */
const lanes: readonly (readonly WorkKind[])[] = [['import'], ['report', 'tags']];

const maxPerPerson = 3;
const maxInAll = 20;

export function createWorkQueue(metrics: Pick<AppMetrics, 'longWorkOpen' | 'longWork'>): WorkQueue {
  const jobs: Job[] = [];

  function admit({ kind, userId }: WorkRequest): void {
    const own = jobs.filter((job) => job.userId === userId).length;
    if (own < maxPerPerson && jobs.length < maxInAll) return;
    metrics.longWork.inc({ kind, outcome: 'refused' });
    throw own >= maxPerPerson
      ? appError('TOO_MANY_FILES').withDetails({ retryAfter: 10 })
      : appError('BUSY_WITH_FILES').withDetails({ retryAfter: 30 });
  }

  function startNext(): void {
    for (const lane of lanes) {
      const inLane = lane.flatMap((kind) => jobs.filter((job) => job.kind === kind));
      const [next] = inLane;
      if (!next || inLane.some(({ running }) => running)) continue;
      next.running = true;
      next.start();
    }
  }

  /** Resolves when the job may run, rejects when it is cancelled before. */
  function turnOf(order: WorkRequest): { job: Job; turn: Promise<void> } {
    let start = (): void => undefined;
    const turn = new Promise<void>((resolve, reject) => {
      start = resolve;
      order.signal.addEventListener('abort', () => reject(order.signal.reason), { once: true });
    });
    return { job: { ...order, running: false, start }, turn };
  }

  return async (order, work) => {
    const { kind, signal } = order;
    signal.throwIfAborted();
    admit(order);
    const { job, turn } = turnOf(order);
    jobs.push(job);
    metrics.longWorkOpen.inc({ kind });
    startNext();
    let outcome: 'done' | 'failed' | 'cancelled' = 'done';
    try {
      await turn;
      return await work(signal);
    } catch (error) {
      outcome = signal.aborted ? 'cancelled' : 'failed';
      throw signal.aborted ? signal.reason : error;
    } finally {
      jobs.splice(jobs.indexOf(job), 1);
      metrics.longWorkOpen.dec({ kind });
      metrics.longWork.inc({ kind, outcome });
      startNext();
    }
  };
}
