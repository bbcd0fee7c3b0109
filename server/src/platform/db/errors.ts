import pg from 'pg';
import { describeDatabase } from './hosts.ts';

const readOnly = '25006';
const unavailableClasses = ['08', '53', '57', '58'];
const unavailableStates = new Set([readOnly, '25P03', '40001', '40P01', '55P03', 'XX000']);
const networkCodes = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);
const queryTimeoutMessage = 'Query read timeout';
const driverMessages = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Client has encountered a connection error',
  queryTimeoutMessage,
  'Cannot use a pool after calling end',
];

/** A host that takes no writes now; another one may. */
class NotWritableError extends Error {
  override message = 'takes no writes: a standby, or read-only';
}

/**
 * Tells whether `error` means that a connection is of no more use: it no longer answers, or its host
 * takes no writes any longer.
 */
export function isConnectionUnusable(error: unknown): error is Error {
  const root = rootCause(error);
  if (!(error instanceof Error && root instanceof Error)) return false;
  return root.message === queryTimeoutMessage || (root as NodeJS.ErrnoException).code === readOnly;
}

/** The driver's error, which the query builder wraps as a cause. */
function rootCause(error: unknown): unknown {
  return error instanceof Error && error.cause !== undefined && !(error instanceof pg.DatabaseError)
    ? rootCause(error.cause)
    : error;
}

/** Tells whether `error` means that the database cannot serve now, as opposed to a wrong statement. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const root = rootCause(error);
  if (root instanceof pg.DatabaseError) {
    const state = root.code ?? '';
    return unavailableStates.has(state) || unavailableClasses.includes(state.slice(0, 2));
  }
  if (root instanceof AggregateError) return root.errors.some(isDatabaseUnavailable);
  if (root instanceof NotWritableError) return true;
  if (!(root instanceof Error)) return false;
  const code = (root as NodeJS.ErrnoException).code ?? '';
  return networkCodes.has(code) || driverMessages.some((text) => root.message.includes(text));
}

/** The name of the unique index or check that `error` says was violated, if that is what it says. */
export function violatedConstraint(error: unknown): string | undefined {
  const root = rootCause(error);
  return root instanceof pg.DatabaseError && root.code?.startsWith('23')
    ? root.constraint
    : undefined;
}

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
      ({ address, error }) => `${describeDatabase(address)}: ${reasonOf(error)}`,
    );
    return new AggregateError(
      this.#failures.map(({ error }) => error),
      reasons.join('; '),
    );
  }
}

/** What a system's refusal of both addresses of one name says is in its code alone. */
function reasonOf(error: Error): string {
  return error.message || String((error as NodeJS.ErrnoException).code);
}

/** Refuses a host that takes no writes now: a standby, or one that an operator made read-only. */
export async function requireWritable(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ transaction_read_only: string }>(
    'SHOW transaction_read_only',
  );
  if (rows[0]?.transaction_read_only !== 'off') throw new NotWritableError();
}
