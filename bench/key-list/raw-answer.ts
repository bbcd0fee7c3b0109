import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { BareAnswer } from '../stage/bare-http-process.ts';

const ofTheConnection = new Set(['connection', 'keep-alive', 'date', 'transfer-encoding']);

/** Asks once and keeps the answer as it came: its head, and its bytes still compressed. */
export const rawAnswer = (url: string, headers: Record<string, string>): Promise<BareAnswer> =>
  new Promise((resolve, reject) => {
    request(url, { headers }, async (response) => {
      const body = await buffer(response);
      const kept = Object.entries(response.headers).filter(([name]) => !ofTheConnection.has(name));
      resolve({
        status: response.statusCode ?? 0,
        headers: Object.fromEntries(kept.map(([name, value]) => [name, String(value)])),
        body: body.toString('base64'),
      });
    })
      .once('error', reject)
      .end();
  });
