import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { freePort } from '@keydesk/embedded-postgres/server';
import { appError } from '@keydesk/shared/core/errors';
import { afterEach, expect, test } from 'vitest';
import type { AppProcess } from './app-process.ts';
import { caddyPath, startCaddy } from './caddy.ts';
import { findHalfDone } from './half-done.ts';
import { connectAll } from './live-clients.ts';
import { startLoad } from './load.ts';
import { findLosses } from './losses.ts';
import { patienceMs, reportFigure, rounds } from './rounds.ts';
import { openSite } from './site.ts';

const turns = 2;
const waitOptions = { timeout: 60_000, interval: 50 };

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

/** Whether the proxy sends handovers to this process. */
async function isUsed({ url }: AppProcess): Promise<boolean> {
  const metrics = await fetch(`${url}/metrics`).then((answer) => answer.text());
  return metrics.includes('keydesk_handovers_total{');
}

test.runIf(caddyPath)(
  'while no process is there, the proxy answers in the words of the product',
  async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    undo.push(await startCaddy(caddyPath ?? '', url, [await freePort(), await freePort()]));
    const get = (path: string) => fetch(`${url}${path}`).catch(() => null);
    await expect.poll(async () => (await get('/'))?.status, waitOptions).toBe(503);
    const page = await get('/dashboard');
    expect(page?.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await page?.text()).toContain(appError('STOPPING').message);
    const call = await get('/api/keys');
    expect(call?.headers.get('retry-after')).toBe('5');
    expect(await call?.json()).toEqual({
      success: false,
      message: appError('STOPPING').message,
      error: { code: 'STOPPING' },
    });
  },
);

test.runIf(caddyPath)(
  'of a change with which a process died the proxy says that it may have been done',
  async () => {
    const dying = createServer((request, answer) => {
      if (request.url === '/readyz') answer.end();
      else request.resume().on('end', () => answer.destroy());
    });
    undo.push(() => dying.close());
    await once(dying.listen(0, '127.0.0.1'), 'listening');
    const { port } = dying.address() as AddressInfo;
    const url = `http://127.0.0.1:${await freePort()}`;
    undo.push(await startCaddy(caddyPath ?? '', url, [port]));
    const change = () => fetch(`${url}/api/keys/1/take`, { method: 'POST', body: '{}' });
    let answer: Response | undefined;
    // Until the proxy has found the process ready, it refuses the call.
    await expect
      .poll(async () => {
        answer = await change().catch(() => undefined);
        return answer?.status;
      }, waitOptions)
      .toBe(appError('OUTCOME_UNKNOWN').status);
    expect(answer?.headers.has('retry-after')).toBe(false);
    expect(await answer?.json()).toEqual({
      success: false,
      message: appError('OUTCOME_UNKNOWN').message,
      error: { code: 'OUTCOME_UNKNOWN' },
    });
  },
);

if (rounds.whole && !caddyPath)
  reportFigure('Rolling restart: SKIPPED, because Caddy is not here and could not be fetched');

test.runIf(rounds.whole && caddyPath)(
  'processes behind Caddy that are restarted one after the other cost no client an error',
  { timeout: patienceMs, retry: 0 },
  async () => {
    const site = await openSite({ faculty: 8, desks: 16, keys: 32 });
    undo.push(() => site.close());
    const everybody = [...site.people.faculty, ...site.people.desks];
    const url = everybody[0]?.url ?? '';
    const variables = { PUBLIC_URL: url, STOP_GRACE_SECONDS: '8', DEMO_SIGN_IN: 'open' };
    const ports = [await freePort(), await freePort()];
    const apps = ports.map((port) => site.start(port, variables));
    await Promise.all(apps.map(({ ready }) => ready));
    undo.push(await startCaddy(caddyPath ?? '', url, ports));
    await expect
      .poll(
        () =>
          fetch(`${url}/readyz`).then(
            ({ ok }) => ok,
            () => false,
          ),
        waitOptions,
      )
      .toBe(true);

    const live = connectAll([...everybody, ...everybody, ...everybody]);
    undo.push(live.close);
    await expect.poll(live.areConnected, waitOptions).toBe(true);
    const load = startLoad(site.people);
    undo.push(load.stop);

    for (let turn = 0; turn < turns; turn += 1)
      for (const [index, port] of ports.entries()) {
        await load.more(50);
        const stopping = apps[index];
        await stopping?.end('SIGTERM');
        expect(stopping?.complaints).toEqual([]);
        await load.more(50);
        const started = site.start(port, variables);
        apps[index] = started;
        await started.ready;
        await expect.poll(() => isUsed(started), waitOptions).toBe(true);
        await expect.poll(live.areConnected, waitOptions).toBe(true);
      }

    await load.stop();
    expect(load.surprises).toEqual([]);
    expect(load.undecided).toEqual({ refused: 0, unanswered: 0 });
    expect(live.errors).toEqual([]);
    expect(live.reconnects()).toBeGreaterThan(0);
    expect(await findLosses(site.db, load.actions)).toEqual([]);
    expect(await findHalfDone(site.db)).toEqual([]);
    reportFigure(
      `Rolling restart behind Caddy, ${2 * turns} stops: ${load.actions.length} confirmed handovers, ` +
        `no call failed, ${live.reconnects()} live connections moved without a failed attempt`,
    );
  },
);
