import { z } from 'zod';
import { permissions } from '../http/roles.ts';
import type { Route } from '../http/route.ts';
import { idSchema } from './fields.ts';

/** Type-checks a row and keeps its literal types. Names in a path are ids unless it has `params`. */
export function route<const R extends Route>(row: R): WithParams<R> {
  const names = [...row.path.matchAll(/:(\w+)/g)].map(([, name]) => [name, idSchema]);
  const params = row.params ?? (names.length > 0 && z.strictObject(Object.fromEntries(names)));
  return { ...row, ...(params && { params }) } as WithParams<R>;
}

type WithParams<R extends Route> = R extends { params: z.ZodObject }
  ? R
  : [NamesIn<R['path']>] extends [never]
    ? R
    : R & { params: z.ZodObject<Record<NamesIn<R['path']>, typeof idSchema>, z.core.$strict> };

/** `id` and `userId` of `/groups/:id/members/:userId`. */
type NamesIn<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer After}`
    ? Name | NamesIn<After>
    : Rest
  : never;

type Row = Omit<Route, 'access' | 'ownership'>;

/** For admins, campus-wide. */
export function adminRoute<const R extends Row>(row: R) {
  return route({ ...row, access: permissions.administer, ownership: 'none' });
}

/** For the desk, about anybody's keys. */
export function deskRoute<const R extends Row>(row: R) {
  return route({ ...row, access: permissions.performHandovers, ownership: 'none' });
}

/** For people who may have keys, about their own; on no desk's computer. */
export function borrowerRoute<const R extends Row>(row: R) {
  const access = permissions.borrowKeys;
  return route({ ...row, access, ownership: 'caller', deskComputer: 'never' });
}

/** For anyone signed in, about their own account; on no desk's computer. */
export function accountRoute<const R extends Row>(row: R) {
  return route({ ...row, access: 'signed-in', ownership: 'caller', deskComputer: 'never' });
}

/** For anyone, also without signing in. */
export function publicRoute<const R extends Row>(row: R) {
  return route({ ...row, access: 'public', ownership: 'none' });
}

export function dataEnvelope<T extends z.ZodType>(data: T) {
  return z.object({ success: z.literal(true), message: z.string().optional(), data });
}

/** An answer whose data have these fields. */
export function dataWith<S extends z.ZodRawShape>(fields: S) {
  return dataEnvelope(z.object(fields));
}

export const messageEnvelope = z.object({ success: z.literal(true), message: z.string() });
