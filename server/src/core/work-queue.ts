import { appError } from '@keydesk/shared/core/errors';
import type { Counter, Gauge } from 'prom-client';

type WorkKind = 'import' | 'sheet' | 'list' | 'report' | 'tags' | 'handovers' | 'own-data';

type WorkRequest = {
  kind: WorkKind;
  /** A person, or a desk's computer without a guard. */
  userId: string;
  /** Aborts when the client has disconnected. */
  signal: AbortSignal;
};

/**
 * Runs work that takes seconds, and refuses it when too much is running (`bounded-work`). When the
 * signal aborts, waiting work is dropped; running work has to watch the signal.
 */
export type WorkQueue = <T>(
  request: WorkRequest,
  work: (signal: AbortSignal) => Promise<T>,
) => Promise<T>;

type Job = WorkRequest & { running: boolean; start: () => void };

/**
 * Each lane runs one job at a time, earlier kinds first. Personal data, which anybody may request,
 * has its own lane, so that a crowd delays no report or import, and so has work that lasts as long
 * as its reader takes. After an outage every desk's computer requests its sheet, and none may be
 * refused.
 */
const lanes: readonly { kinds: readonly WorkKind[]; most: number }[] = [
  { kinds: ['import'], most: 20 },
  { kinds: ['sheet'], most: 500 },
  { kinds: ['list', 'report', 'tags'], most: 20 },
  { kinds: ['handovers'], most: 20 },
  { kinds: ['own-data'], most: 20 },
];

const maxPerPerson = 3;

export function createWorkQueue(metrics: {
  queuedWorkOpen: Gauge<'kind'>;
  queuedWork: Counter<'kind' | 'outcome'>;
}): WorkQueue {
  const jobs: Job[] = [];

  function requireCapacity({ kind, userId }: WorkRequest): void {
    const { kinds, most } = lanes.find((lane) => lane.kinds.includes(kind)) ?? {
      kinds: [],
      most: 0,
    };
    const inLane = jobs.filter((job) => kinds.includes(job.kind));
    const own = inLane.filter((job) => job.userId === userId).length;
    if (own < maxPerPerson && inLane.length < most) return;
    metrics.queuedWork.inc({ kind, outcome: 'refused' });
    throw own >= maxPerPerson
      ? appError('TOO_MANY_FILES').withDetails({ retryAfter: 10 })
      : appError('BUSY_WITH_FILES').withDetails({ retryAfter: 30 });
  }

  function startNext(): void {
    for (const { kinds } of lanes) {
      const inLane = kinds.flatMap((kind) => jobs.filter((job) => job.kind === kind));
      const [next] = inLane;
      if (!next || inLane.some(({ running }) => running)) continue;
      next.running = true;
      next.start();
    }
  }

  /** `turn` resolves when the job may run, and rejects when it is cancelled before. */
  function createJob(request: WorkRequest): { job: Job; turn: Promise<void> } {
    let start = (): void => undefined;
    const turn = new Promise<void>((resolve, reject) => {
      start = resolve;
      request.signal.addEventListener('abort', () => reject(request.signal.reason), { once: true });
    });
    return { job: { ...request, running: false, start }, turn };
  }

  return async (request, work) => {
    const { kind, signal } = request;
    signal.throwIfAborted();
    requireCapacity(request);
    const { job, turn } = createJob(request);
    jobs.push(job);
    metrics.queuedWorkOpen.inc({ kind });
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
      metrics.queuedWorkOpen.dec({ kind });
      metrics.queuedWork.inc({ kind, outcome });
      startNext();
    }
  };
}
