import type { IncomingMessage } from 'node:http';
import { isIPv4, isIPv6 } from 'node:net';
import { appError } from '@keydesk/shared/core/errors';
import { t as inputText } from '@keydesk/shared/texts/en/input';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bearerOf } from './principal.ts';

/** Throws when a request must not be served, whatever it asks for. */
type RequestGuard = (request: IncomingMessage) => void;

/**
 * Runs the guards on every request, before anything else. Requests for live connections pass no
 * hook: the returned function says whether the guards allow one.
 */
export function guardRequests(
  app: FastifyInstance,
  guards: readonly RequestGuard[],
): (request: IncomingMessage) => boolean {
  app.addHook('onRequest', async ({ raw }) => {
    for (const guard of guards) guard(raw);
  });
  return (request) => {
    try {
      for (const guard of guards) guard(request);
      return true;
    } catch {
      return false;
    }
  };
}

/**
 * Refuses requests from other machines. A local installation has no passwords, so it must not be
 * reachable through a proxy, nor from another site whose name resolves to here (DNS rebinding).
 */
export function rejectNonLoopback(request: IncomingMessage): void {
  if (!isMeantForLoopback(request)) throw appError('THIS_MACHINE_ONLY');
}

/** Whether a request names this machine as its host, and shows no sign of a proxy. */
export function isMeantForLoopback(request: IncomingMessage): boolean {
  const [host = ''] = (request.headers.host ?? '').split(/:\d*$/);
  // Browsers and collectors of metrics do not speak HTTP/1.0; proxies do by default.
  return request.httpVersion !== '1.0' && !isForwarded(request) && isLoopback(host);
}

/** Whether this host name or address always means this machine. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, '$1');
  if (isIPv4(name)) return name.startsWith('127.');
  return name === '::1' || name === 'localhost' || name.endsWith('.localhost');
}

const forwardingHeaders = new Set([
  'forwarded',
  'via',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-original-host',
  'true-client-ip',
  'cf-connecting-ip',
  'fastly-client-ip',
  'fly-client-ip',
]);

/** A forwarded request is not local, even if the proxy is. */
function isForwarded({ headers }: IncomingMessage): boolean {
  return Object.keys(headers).some(
    (name) => name.startsWith('x-forwarded') || forwardingHeaders.has(name),
  );
}

/** A proxy and Node may disagree about which of several Host headers counts. */
export function rejectMultipleHosts({ rawHeaders }: IncomingMessage): void {
  const isHost = (text: string, at: number) => at % 2 === 0 && text.toLowerCase() === 'host';
  if (rawHeaders.filter(isHost).length > 1)
    throw appError('BAD_INPUT', { issue: inputText('several-hosts') });
}

const unsafeMethods = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * Refuses unsafe requests that another site could have caused: they must come from an allowed
 * origin, or the browser must state that they are same-origin (`same-origin-writes`). No site can
 * make a browser send a bearer token that it does not know.
 */
export function guardOrigin(
  { headers, method }: FastifyRequest,
  allowed: ReadonlySet<string>,
): void {
  if (!unsafeMethods.has(method)) return;
  const { authorization, cookie, origin } = headers;
  const isScript = !cookie && bearerOf(authorization) !== undefined;
  const trusted = origin
    ? allowed.has(origin)
    : headers['sec-fetch-site'] === 'same-origin' || isScript;
  if (!trusted) throw appError('CROSS_SITE');
}

const mappedIPv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** The network that a client is counted as: an IPv4 address, or the /64 of an IPv6 address. */
export function clientNetwork(addressWithPort: string): string {
  const address = withoutPort(addressWithPort);
  const mapped = mappedIPv4.exec(address)?.[1];
  if (mapped) return mapped;
  return isIPv6(address) ? networkOf(address) : address;
}

/** Some proxies add the port, which differs with each connection. */
function withoutPort(address: string): string {
  return (
    /^\[(.*)\](?::\d+)?$/.exec(address)?.[1] ??
    /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(address)?.[1] ??
    address
  );
}

/** The first four groups of an IPv6 address: what one customer of a provider gets. */
function networkOf(address: string): string {
  const [head = '', tail = ''] = (address.split('%')[0] ?? '').split('::');
  const before = head.split(':').filter(Boolean);
  const after = tail.split(':').filter(Boolean);
  const gap = address.includes('::') ? Math.max(0, 8 - before.length - after.length) : 0;
  const groups = [...before, ...Array<string>(gap).fill('0'), ...after].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
