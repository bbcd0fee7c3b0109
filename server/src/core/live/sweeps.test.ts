import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closePages, connectPage } from '../../../test/live-page.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import type { Principal } from '../../http/principal.ts';
import { startRealtime } from './server.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const caller = { id: 'asha', role: 'faculty' } as const;
const principal = {
  sessionId: 'session',
  user: { ...caller, facultyId: 'F-1', department: 'CSE' },
} as Principal;

/** Live connections of a process that counts how often it asks the database who they are of. */
async function start() {
  const database = await createTestDatabase();
  const http = createServer();
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const findCallers = vi.fn(async () => new Map([[principal.sessionId, caller]]));
  const realtime = startRealtime(http, {
    databaseUrl: database.url,
    processName: 'keydesk-live test',
    allowedOrigins: new Set([url]),
    allowsRequest: () => true,
    socketLimits: {
      allows: () => true,
      opened: () => ({ signedIn: () => undefined, closed: () => undefined }),
    },
    authenticate: async () => principal,
    cookiesIn: () => ({ cookie: undefined, computer: undefined }),
    findCallers,
    onKeysChanged: () => undefined,
    onSettingsChanged: () => undefined,
    onCampusChanged: () => undefined,
    campusVersion: () => '',
    log: { warn: () => undefined } as unknown as FastifyBaseLogger,
  });
  return {
    url,
    findCallers,
    async close() {
      closePages();
      await realtime.close();
      await database.drop();
    },
  };
}

test('a process without pages asks the database nothing in its sweeps; with one it does', async () => {
  const { url, findCallers, close } = await start();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(findCallers).not.toHaveBeenCalled();
  await connectPage(url, { token: 'hers', origin: url });
  await vi.advanceTimersByTimeAsync(4_000);
  expect(findCallers).toHaveBeenCalledOnce();
  await close();
});
