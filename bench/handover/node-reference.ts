import { hash } from 'node:crypto';
import type { Database, Statement } from '../../server/src/db/client.ts';
import { percentile } from '../figures.ts';
import type { Rate } from './reference.ts';

type Client = { query(statement: string | Statement): Promise<unknown>; release(): void };

const perform = async (
  client: Client,
  statements: readonly string[],
  number: number,
): Promise<void> => {
  await client.query('BEGIN');
  for (const text of statements)
    await client.query({
      name: hash('sha1', text),
      text: text.replace(/(?<!:):n\b/g, '$1::bigint'),
      values: [number],
    });
  await client.query('COMMIT');
};

/** The rate of so many connections, each of which performs its own numbers in turn. */
export const nodeRate = async (
  { pool }: Database,
  statements: readonly string[],
  { clients, each }: { clients: number; each: number },
): Promise<Rate> => {
  const all = await Promise.all(Array.from({ length: clients }, () => pool.connect()));
  const took: number[] = [];
  const begun = performance.now();
  const performAll = async (client: Client, index: number): Promise<void> => {
    try {
      for (let at = 0; at < each; at += 1) {
        const from = performance.now();
        await perform(client, statements, index * each + at);
        took.push(performance.now() - from);
      }
    } finally {
      client.release();
    }
  };
  await Promise.all(all.map(performAll));
  const seconds = (performance.now() - begun) / 1000;
  return { perSecond: (clients * each) / seconds, p99: percentile(took, 0.99) };
};
