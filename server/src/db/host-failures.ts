import type pg from 'pg';
import { isDatabaseUnavailable, NotWritable } from './failure.ts';
import { placeOf } from './host-addresses.ts';

/** How each host failed that was tried for one connection. */
export class HostFailures {
  readonly #failures: { address: string; error: Error }[] = [];

  /** Takes a reason to try the next host; any other fault is the caller's, as a wrong password. */
  add(address: string, error: unknown): void {
    if (!isDatabaseUnavailable(error)) throw error;
    this.#failures.push({ address, error: error as Error });
  }

  /** The reason itself when there was one host, or one for each. */
  summary(): Error {
    const [first, ...others] = this.#failures;
    if (first && others.length === 0) return first.error;
    const reasons = this.#failures.map(
      ({ address, error }) => `${placeOf(address)}: ${reasonOf(error)}`,
    );
    return new AggregateError(
      this.#failures.map(({ error }) => error),
      reasons.join('; '),
    );
  }
}

/** Refuses a host that takes no writes now: a standby, or one that an operator made read-only. */
export async function requireWritable(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ transaction_read_only: string }>(
    'SHOW transaction_read_only',
  );
  if (rows[0]?.transaction_read_only !== 'off') throw new NotWritable();
}

/** What a system's refusal of both addresses of one name says is in its code alone. */
function reasonOf(error: Error): string {
  return error.message || String((error as NodeJS.ErrnoException).code);
}
