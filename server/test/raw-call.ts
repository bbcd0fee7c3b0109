import type { Route } from '@keydesk/shared/http/route';
import type { Answer, Visitor } from './visitor.ts';

export type RawCall = {
  headers?: Record<string, string>;
  body?: string;
  /** Stands for every parameter of the path; without it parameters and query are nonsense. */
  param?: string;
};

/** Calls a route with these headers and this body and nothing else. */
export const rawCall = async (
  base: string,
  { method, path }: Route,
  { headers = {}, body, param }: RawCall = {},
): Promise<Answer> => {
  const address = `${base}/api${path.replace(/:\w+/g, param ?? 'nonsense')}`;
  const response = await fetch(param ? address : `${address}?nonsense=1`, {
    method,
    headers,
    redirect: 'manual',
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  return {
    status: response.status,
    headers: response.headers,
    body: isJson && text ? JSON.parse(text) : { text },
  };
};

/** The headers that prove whose session this is. */
export const proofsOf = ({ secrets }: Visitor): Record<string, string> => ({
  cookie: `keydesk_session=${secrets.cookie}`,
  authorization: `Bearer ${secrets.bearer}`,
});
