import pg from 'pg';

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
/** The driver gives these failures no code, so its messages are matched here. */
const driverFailures: ReadonlyMap<string, 'silent' | 'exhausted' | 'lost'> = new Map([
  ['Query read timeout', 'silent'],
  ['timeout exceeded when trying to connect', 'exhausted'],
  ['timeout expired', 'lost'],
  ['Connection terminated', 'lost'],
  ['Connection terminated unexpectedly', 'lost'],
  ['Connection terminated due to connection timeout', 'lost'],
  ['Client has encountered a connection error and is not queryable', 'lost'],
  ['Client was closed and is not queryable', 'lost'],
  ['Cannot use a pool after calling end on the pool', 'lost'],
] as const);

/** Another host may accept writes. */
class NotWritableError extends Error {
  override message = 'takes no writes: a standby, or read-only';
}

/** The answer to a COMMIT was lost, so the transaction may have been committed. */
export class OutcomeUnknownError extends Error {
  /** Throws for a failed COMMIT: this, unless the database itself said that it was not done. */
  static rethrow(cause: unknown): never {
    const root = rootCause(cause);
    // A server that is told to stop ends its wait for a standby, after the commit.
    const decided = root instanceof pg.DatabaseError && root.code !== '57P01';
    if (decided || !isDatabaseUnavailable(cause)) throw cause;
    throw new OutcomeUnknownError((cause as Error).message, { cause });
  }
}

/** Whether the connection no longer answers, or its host no longer accepts writes. */
export function isConnectionUnusable(error: unknown): error is Error {
  const root = rootCause(error);
  if (!(error instanceof Error && root instanceof Error)) return false;
  const { code } = root as NodeJS.ErrnoException;
  return driverFailures.get(root.message) === 'silent' || code === readOnly;
}

/** Whether all connections were in use for too long, which says nothing about the host. */
export function isPoolExhausted(error: unknown): boolean {
  return error instanceof Error && driverFailures.get(error.message) === 'exhausted';
}

/** The driver's error, which the query builder wraps as a cause. */
export function rootCause(error: unknown): unknown {
  return error instanceof Error && error.cause !== undefined && !(error instanceof pg.DatabaseError)
    ? rootCause(error.cause)
    : error;
}

/** Whether the database is unavailable, as opposed to a wrong statement. */
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
  return networkCodes.has(code) || driverFailures.has(root.message);
}

/** The violated unique index or check, if there is one. */
export function violatedConstraint(error: unknown): string | undefined {
  const root = rootCause(error);
  return root instanceof pg.DatabaseError && root.code?.startsWith('23')
    ? root.constraint
    : undefined;
}

/** Collects how each host failed while opening one connection. */
export class HostFailures {
  readonly #failures: { address: string; error: Error }[] = [];

  /** Records an unavailable host; rethrows other errors, such as a wrong password. */
  add(address: string, error: unknown): void {
    if (!isDatabaseUnavailable(error)) throw error;
    this.#failures.push({ address, error: error as Error });
  }

  /** The error itself for a single host; otherwise one error that names them all. */
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

/** Node's error for a name with several addresses has no message, only a code. */
function reasonOf(error: Error): string {
  return error.message || String((error as NodeJS.ErrnoException).code);
}

/** Throws for a standby or a read-only server. */
export async function requireWritable(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ transaction_read_only: string }>(
    'SHOW transaction_read_only',
  );
  if (rows[0]?.transaction_read_only !== 'off') throw new NotWritableError();
}

/** One address per host of `postgres://a,b:5433/keydesk`: the driver supports only one. */
export function splitHosts(databaseUrl: string): [string, ...string[]] {
  const [, before = '', hosts, after = ''] =
    /^([a-z]+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/is.exec(databaseUrl) ?? [];
  if (hosts === undefined) return [databaseUrl];
  const [first = '', ...others] = hosts.split(',').map((host) => `${before}${host}${after}`);
  return [first, ...others];
}

/** For messages: without user and password. */
export function describeDatabase(databaseUrl: string): string {
  const addresses = splitHosts(databaseUrl);
  if (!addresses.every((address) => URL.canParse(address))) return 'DATABASE_URL';
  const hosts = addresses.map((address) => new URL(address).host);
  return `${hosts.join(',')}${new URL(addresses[0]).pathname}`;
}
