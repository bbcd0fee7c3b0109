import type { Route } from '@keydesk/shared/http/route';
import type { z } from 'zod';

type Part<R, Name extends 'params' | 'query' | 'body'> = R extends {
  [N in Name]: infer S extends z.ZodType;
}
  ? Record<never, never> extends z.input<S>
    ? { [N in Name]?: z.input<S> }
    : { [N in Name]: z.input<S> }
  : { [N in Name]?: never };

/** What a call of row `R` must be given. */
export type ApiRequest<R extends Route> = Part<R, 'params'> &
  Part<R, 'query'> &
  Part<R, 'body'> & {
    signal?: AbortSignal;
    /** The tag of an answer that is at hand: 304 says that it still holds. */
    ifNoneMatch?: string | undefined;
  };

/** The whole answer of row `R`. */
export type ApiAnswer<R extends Route> = R['response'] extends z.ZodType
  ? z.output<R['response']>
  : never;

/** The request may be left out when nothing in it is required. */
export type RequestArgument<R extends Route> =
  Record<never, never> extends ApiRequest<R> ? [request?: ApiRequest<R>] : [request: ApiRequest<R>];

type Values = Readonly<Record<string, unknown>>;

/** The address of a row below `/api`, path and query filled in. */
export const addressOf = (path: string, params: Values = {}, query: Values = {}): string => {
  const filled = path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      value === undefined || value === null || value === '' ? [] : [[name, String(value)]],
    ),
  ).toString();
  return `/api${filled}${search && `?${search}`}`;
};
