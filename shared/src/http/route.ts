import { z } from 'zod';
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
type Ownership = 'none' | 'caller' | 'caller-or-desk';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

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
export function route<const R extends Route>(row: R): R {
  return row;
}

/** A success with `data` (DESIGN §5). */
export function dataEnvelope<T extends z.ZodType>(data: T) {
  return z.object({ success: z.literal(true), message: z.string().optional(), data });
}

/** A success that says only that it is one. */
export const messageEnvelope = z.object({ success: z.literal(true), message: z.string() });

/** Every failure. `code` is a row of the error catalogue. */
export const errorEnvelope = z.object({
  success: z.literal(false),
  message: z.string(),
  error: z.object({ code: z.string(), details: z.unknown().optional() }),
});
export type ErrorEnvelope = z.infer<typeof errorEnvelope>;

/** A request with this header, set to 1, was made by a page of itself: it is no use of the session. */
export const pollHeader = 'x-keydesk-poll';
