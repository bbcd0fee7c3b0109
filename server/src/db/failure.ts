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
const silence = 'Query read timeout';
const driverMessages = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Client has encountered a connection error',
  silence,
  'Cannot use a pool after calling end',
];

/** A host that takes no writes now; another one may. */
export class NotWritable extends Error {
  override message = 'takes no writes: a standby, or read-only';
}

/** The driver's error, which the query builder wraps as a cause. */
const rootOf = (error: unknown): unknown =>
  error instanceof Error && error.cause !== undefined && !(error instanceof pg.DatabaseError)
    ? rootOf(error.cause)
    : error;

/**
 * Tells whether `error` means that a connection is of no more use: it no longer answers, or its host
 * takes no writes any longer.
 */
export const endsConnection = (error: unknown): error is Error => {
  const root = rootOf(error);
  if (!(error instanceof Error && root instanceof Error)) return false;
  return root.message === silence || (root as NodeJS.ErrnoException).code === readOnly;
};

/** Tells whether `error` means that the database cannot serve now, as opposed to a wrong statement. */
export const isDatabaseUnavailable = (error: unknown): boolean => {
  const root = rootOf(error);
  if (root instanceof pg.DatabaseError) {
    const state = root.code ?? '';
    return unavailableStates.has(state) || unavailableClasses.includes(state.slice(0, 2));
  }
  if (root instanceof AggregateError) return root.errors.some(isDatabaseUnavailable);
  if (root instanceof NotWritable) return true;
  if (!(root instanceof Error)) return false;
  const code = (root as NodeJS.ErrnoException).code ?? '';
  return networkCodes.has(code) || driverMessages.some((text) => root.message.includes(text));
};

/** The name of the unique index or check that `error` says was violated, if that is what it says. */
export const violatedConstraint = (error: unknown): string | undefined => {
  const root = rootOf(error);
  return root instanceof pg.DatabaseError && root.code?.startsWith('23')
    ? root.constraint
    : undefined;
};
