import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { CodeType } from '@keydesk/shared/handovers/qr-payload';
import { openLiveSocket } from '../harness/live-socket.ts';
import { origin } from '../harness/production.ts';
import { jsonHeaders, pageHeaders, type SignedIn } from '../harness/seed.ts';

/** The people of a campus, and the processes that they call. */
export type Campus = { urls: string[]; faculty: SignedIn[]; desks: SignedIn[]; keyIds: string[] };

type SimulationCounts = { handovers: number; lists: number; connections: number };

const counts = { holders: 6, readers: 3, pages: 200 };
const betweenHandoversMs = 20;
const betweenListsMs = 30;
/** How long a page stays open. */
const pageMs = { least: 2_000, most: 20_000 };

/** Hands keys out and takes them back, reads lists, opens and closes pages, until it is stopped. */
export function simulateCampus(campus: Campus) {
  const lived: SimulationCounts = { handovers: 0, lists: 0, connections: 0 };
  const over = new AbortController();
  setMaxListeners(counts.pages, over.signal);
  const free = [...campus.keyIds];
  const etags = new Map<SignedIn, string>();
  const api = () => `${anyOf(campus.urls)}/api`;

  const handOver = async (type: CodeType, keyId: string, holder: SignedIn, path: string) => {
    const code = await fetchText(`${api()}/qr/codes`, jsonHeaders(holder), { type, keyId });
    const { qrText: qrData } = (JSON.parse(code.text) as { data: { qrText: string } }).data;
    await fetchText(`${api()}/keys/qr-scan/${path}`, jsonHeaders(anyOf(campus.desks)), { qrData });
    lived.handovers += 1;
  };
  const holderTurn = async () => {
    const holder = anyOf(campus.faculty);
    const keyId = free.shift();
    if (!keyId) throw new Error('No key is at the desk');
    await handOver('key-request', keyId, holder, 'request');
    await handOver('key-return', keyId, holder, 'return');
    free.push(keyId);
    await pause(betweenHandoversMs);
  };
  const readerTurn = async () => {
    const reader = anyOf(campus.faculty);
    const known = etags.get(reader);
    const condition = known ? { 'if-none-match': known } : {};
    const { etag } = await fetchText(`${api()}/keys`, { ...pageHeaders(reader), ...condition });
    if (etag) etags.set(reader, etag);
    lived.lists += 1;
    await pause(betweenListsMs);
  };
  const pageTurn = async () => {
    const { session } = anyOf(campus.faculty);
    const socket = await openLiveSocket(anyOf(campus.urls), session, origin, () => undefined);
    lived.connections += 1;
    const stays = pageMs.least + Math.random() * (pageMs.most - pageMs.least);
    await pause(stays, undefined, { signal: over.signal }).catch(() => undefined);
    socket.close();
    await new Promise((resolve) => socket.once('close', resolve));
  };
  const again = async (turn: () => Promise<void>): Promise<void> => {
    while (!over.signal.aborted) await turn();
  };
  const many = (count: number, turn: () => Promise<void>) =>
    Array.from({ length: count }, () => again(turn));
  const lives = Promise.all([
    ...many(counts.holders, holderTurn),
    ...many(counts.readers, readerTurn),
    ...many(counts.pages, pageTurn),
  ]);
  return {
    lived,
    /** For so long, unless something fails before. */
    last: (ms: number) => Promise.race([pause(ms), lives]),
    async stop() {
      over.abort();
      await lives;
    },
  };
}

function anyOf<T>(all: readonly T[]): T {
  const one = all[Math.floor(Math.random() * all.length)];
  if (one === undefined) throw new Error('There is nobody');
  return one;
}

async function fetchText(url: string, headers: Record<string, string>, body?: object) {
  const answer = await fetch(url, {
    headers,
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok && answer.status !== 304) throw new Error(`${url}: ${answer.status} ${text}`);
  return { text, etag: answer.headers.get('etag') };
}
