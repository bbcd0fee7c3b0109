import { z } from 'zod';
import type { Role } from './roles.ts';

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
  /** Path below `/api`, with `:name` parameters: ids, unless `params` says otherwise. */
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
