import { vi } from 'vitest';

type FakeResponse = { status?: number; body: unknown };

type FakeRequest = { method: string; path: string; body: unknown };

/**
 * Answers the page's requests with what `respond` makes of each, and returns those that were sent.
 * `path` is below `/api`, with its query.
 */
export function fakeServer(
  respond: (request: FakeRequest) => FakeResponse | Promise<FakeResponse>,
): FakeRequest[] {
  const requests: FakeRequest[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const request = {
      method: init.method ?? 'GET',
      path: url.replace('/api', ''),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : null,
    };
    requests.push(request);
    const { status = 200, body } = await respond(request);
    return new Response(JSON.stringify(body), { status });
  });
  return requests;
}

/** The body of a failure. */
export function failure(code: string, message: string): unknown {
  return { success: false, message, error: { code } };
}
