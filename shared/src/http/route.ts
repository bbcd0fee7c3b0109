import { z } from 'zod';
import { permissions, type Role } from './roles.ts';

/**
 * Who may call: anyone · anyone signed in, even before registration · anyone registered · one of
 * the named roles (admins pass every role check).
 */
export type Access = 'public' | 'signed-in' | 'registered' | readonly Role[];

/**
 * Whose object a call may touch. `none`: no one's (campus-wide) · `caller`: only what belongs to
 * the caller · `caller-or-desk`: the caller's own, or anybody's for security and admin.
 */
type Ownership = 'none' | 'caller' | 'caller-or-desk';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One row of the API; server route, typed client and OpenAPI operation all follow from it. */
export type Route = {
  readonly method: Method;
  /** Path below `/api`, with `:name` parameters. */
  readonly path: `/${string}`;
  readonly summary: string;
  /** What else a client should know, such as reasons for a refusal. */
  readonly description?: string;
  readonly access: Access;
  readonly ownership: Ownership;
  /**
   * Requires a recent sign-in, if the installation does, because the call can give a person a key
   * (`recent-sign-in`). A function decides by what the body changes.
   */
  readonly needsRecentSignIn?: true | ((body: never) => boolean);
  /**
   * Calls by an enrolled computer, within its guard's access. `always`: also without a guard or
   * while locked · `never`: it concerns the caller's own account. Default: while a guard is on
   * duty.
   */
  readonly deskComputer?: 'always' | 'never';
  /** Of other methods than GET: a call without an answer can be repeated without harm. */
  readonly isRepeatable?: true;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** What answers show of the edited thing and only the server sets: ignored in the body. */
  readonly serverFields?: readonly string[];
  /** The maximum body size, if larger than the default (`bounded-work`). */
  readonly maxBodyBytes?: number;
  /** The whole body of a success; null when it is not JSON (redirects, files). */
  readonly response: z.ZodType | null;
};

/** Type-checks a row and keeps its literal types. */
export function route<const R extends Route>(row: R): R {
  return row;
}

/** For admins, campus-wide. */
export function adminRoute<const R extends Omit<Route, 'access' | 'ownership'>>(row: R) {
  return { ...row, access: permissions.administer, ownership: 'none' } as const;
}

/** For the desk, about anybody's keys. */
export function deskRoute<const R extends Omit<Route, 'access' | 'ownership'>>(row: R) {
  return { ...row, access: permissions.performHandovers, ownership: 'none' } as const;
}

/** For people who may have keys, about their own; on no desk's computer. */
export function borrowerRoute<const R extends Omit<Route, 'access' | 'ownership'>>(row: R) {
  const access = permissions.borrowKeys;
  return { ...row, access, ownership: 'caller', deskComputer: 'never' } as const;
}

/** For anyone signed in, about their own account; on no desk's computer. */
export function accountRoute<const R extends Omit<Route, 'access' | 'ownership'>>(row: R) {
  return { ...row, access: 'signed-in', ownership: 'caller', deskComputer: 'never' } as const;
}

/** For anyone, also without signing in. */
export function publicRoute<const R extends Omit<Route, 'access' | 'ownership'>>(row: R) {
  return { ...row, access: 'public', ownership: 'none' } as const;
}

export function dataEnvelope<T extends z.ZodType>(data: T) {
  return z.object({ success: z.literal(true), message: z.string().optional(), data });
}

/** An answer whose data have these fields. */
export function dataWith<S extends z.ZodRawShape>(fields: S) {
  return dataEnvelope(z.object(fields));
}

export const messageEnvelope = z.object({ success: z.literal(true), message: z.string() });

/** The body of every failure. `message` is the English text of `code` with `params`. */
export const errorEnvelope = z.object({
  success: z.literal(false),
  message: z.string(),
  error: z.object({
    code: z.string(),
    params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
    details: z.unknown().optional(),
  }),
});
export type ErrorEnvelope = z.infer<typeof errorEnvelope>;
