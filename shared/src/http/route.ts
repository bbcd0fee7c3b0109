import type { z } from 'zod';
import type { Role } from '../users/role.ts';

/**
 * Who may call: anyone · anyone signed in, even before registration · anyone registered ·
 * one of the named roles (admin passes every role check).
 */
export type Access = 'public' | 'signed-in' | 'registered' | readonly Role[];

/**
 * Whose object a call may touch. `none`: nobody's (campus-wide) · `caller`: only what belongs to the
 * caller · `caller-or-desk`: the caller's own, or anybody's for security and admin.
 */
export type Ownership = 'none' | 'caller' | 'caller-or-desk';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One row of the contract. Server route, typed client and OpenAPI operation all come from it. */
export type Route = {
  readonly method: Method;
  /** Path below `/api`, with `:name` parameters. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly access: Access;
  readonly ownership: Ownership;
  /** The caller must have proved lately who they are, where the installation asks for that. */
  readonly needsRecentSignIn?: true;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** The whole answer of a success. `null`: not JSON (redirects). */
  readonly response: z.ZodType | null;
};

/** Keeps a row's literal types while checking its form. */
export const route = <const R extends Route>(row: R): R => row;
