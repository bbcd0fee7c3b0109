import { afterEach, describe, expect, it, vi } from 'vitest';
import { api, call, getErrorMessage, serverMessage, urlFor } from './api.ts';

afterEach(() => void vi.unstubAllGlobals());

describe('addresses of calls', () => {
  it('lie below /api', () => {
    expect(urlFor('/keys')).toBe('/api/keys');
  });

  it('have their parameters filled in, escaped', () => {
    expect(urlFor('/keys/:id/take', { id: 'a/b' })).toBe('/api/keys/a%2Fb/take');
  });

  it('carry the query without empty values', () => {
    const query = { search: 'lab 1', status: undefined, department: '', page: 2 };
    expect(urlFor('/keys', {}, query)).toBe('/api/keys?search=lab+1&page=2');
  });
});

describe('a call without an answer', () => {
  const noConnection = 'Unable to connect to the server. Please check your internet connection.';
  const later = 'Server is temporarily unavailable. Please try again later.';
  const uncertain = 'It may have been done all the same. Check before you try again.';
  const timeout = new DOMException('The operation timed out.', 'TimeoutError');
  const unanswered: [string, () => Promise<unknown>, string][] = [
    ['the line is cut', () => Promise.reject(new TypeError('Failed to fetch')), noConnection],
    ['nothing comes in time', () => Promise.reject(timeout), noConnection],
    ['it is cut short', async () => new Response('{"success":tr'), noConnection],
    ['a proxy lost it', async () => new Response('<h1>Bad Gateway</h1>', { status: 502 }), later],
  ];

  it.each(unanswered)('may have been done when %s', async (_why, fetched, message) => {
    vi.stubGlobal('fetch', fetched);
    const cause = await call(api.takeKey, { params: { id: '1' } }).catch((thrown) => thrown);
    expect(getErrorMessage(cause)).toBe(`${message} ${uncertain}`);
    expect(serverMessage(cause, 'Failed to update user')).toBe(
      `Failed to update user. ${uncertain}`,
    );
  });

  it.each(unanswered)(
    'that changes nothing just failed when %s',
    async (_why, fetched, message) => {
      vi.stubGlobal('fetch', fetched);
      const resolve = () => call(api.resolveCode, { body: { qrData: 'KD:1' } });
      for (const read of [() => call(api.listKeys), resolve]) {
        const cause = await read().catch((thrown) => thrown);
        expect(getErrorMessage(cause)).toBe(message);
        expect(serverMessage(cause, 'Failed to fetch users')).toBe('Failed to fetch users');
      }
    },
  );
});
