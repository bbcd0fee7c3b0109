import autocannon from 'autocannon';
import { serveParent } from './children.ts';
import type { Call, Load, LoadAnswer } from './load.ts';

function limits(load: Load) {
  return 'once' in load
    ? { amount: load.calls.flat().length, duration: 600 }
    : { duration: load.seconds };
}

async function send(load: Load): Promise<LoadAnswer> {
  const waiting = [...load.calls];
  const started = performance.now();
  let answered = started;
  const result = await autocannon({
    url: load.url,
    connections: load.calls.length,
    ...limits(load),
    setupClient: (client: autocannon.Client) => {
      client.setRequests(waiting.pop() as Call[]);
      client.on('response', () => {
        answered = performance.now();
      });
    },
  });
  const { latency, errors, statusCodeStats, start, finish } = result;
  const statuses = Object.fromEntries(
    Object.entries(statusCodeStats ?? {}).map(([status, { count = 0 }]) => [status, count]),
  );
  return {
    // With a fixed number of calls, autocannon notices the end up to a second late.
    seconds:
      'once' in load ? (answered - started) / 1000 : (finish.getTime() - start.getTime()) / 1000,
    answered: Object.values(statuses).reduce((sum, count) => sum + count, 0),
    statuses,
    p50: latency.p50,
    p99: latency.p99,
    errors,
  };
}

serveParent(send);
