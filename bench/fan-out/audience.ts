import { setTimeout as pause } from 'node:timers/promises';
import { startChild } from '../harness/children.ts';
import { processUsage } from '../harness/process-usage.ts';
import { origin } from '../harness/production.ts';
import type { Arrival, Holder, SocketOrder } from './sockets-process.ts';

const processCount = 2;
const betweenEventsMs = 250;

export type Delivery = {
  /** Milliseconds from the server's send to the arrival. */
  fromServer: number[];
  /** Milliseconds from just before the request to the arrival of its event. */
  fromWrite: number[];
  cpuSeconds: number;
};

export type DeliveryRun = {
  url: string;
  protocol: 'socket.io' | 'raw';
  serverPid: number;
  cause: (round: number) => Promise<unknown>;
  rounds: number;
};

export async function measureDelivery(
  holders: readonly Holder[],
  run: DeliveryRun,
): Promise<Delivery> {
  const children = await Promise.all(
    Array.from({ length: processCount }, () =>
      startChild<SocketOrder, Arrival[]>(new URL('./sockets-process.ts', import.meta.url)),
    ),
  );
  const { url, protocol, serverPid, rounds } = run;
  const collect = async () =>
    (await Promise.all(children.map((child) => child.ask({ collect: true })))).flat();
  const delivery: Delivery = { fromServer: [], fromWrite: [], cpuSeconds: 0 };
  try {
    await Promise.all(
      children.map((child, index) =>
        child.ask({
          open: {
            url,
            protocol,
            origin,
            holders: holders.filter((_holder, at) => at % processCount === index),
          },
        }),
      ),
    );
    for (let round = -2; round < rounds; round += 1) {
      const before = processUsage(serverPid).cpuSeconds;
      const startedAt = now();
      await run.cause(round);
      let arrived = await collect();
      while (arrived.length < holders.length) {
        await pause(betweenEventsMs);
        arrived = [...arrived, ...(await collect())];
      }
      if (round < 0) continue;
      delivery.cpuSeconds += processUsage(serverPid).cpuSeconds - before;
      delivery.fromServer.push(...arrived.map(([sentAt, arrivedAt]) => arrivedAt - sentAt));
      delivery.fromWrite.push(...arrived.map(([, arrivedAt]) => arrivedAt - startedAt));
    }
    return delivery;
  } finally {
    await Promise.all(children.map((child) => child.end()));
  }
}

function now(): number {
  return performance.timeOrigin + performance.now();
}
