import type { IncomingMessage } from 'node:http';
import { isIPv4 } from 'node:net';
import { refusal } from '@keydesk/shared/errors';

/**
 * Refuses whoever is not at this machine. A local installation asks for no password, so it must not
 * be reached through a proxy, nor by a page of another site whose name was made to lead here.
 */
export function refuseOtherMachines(request: IncomingMessage): void {
  const [host = ''] = (request.headers.host ?? '').split(/:\d*$/);
  // Browsers do not speak HTTP/1.0; proxies do, unless they are told otherwise.
  const isDirect = request.httpVersion !== '1.0' && !isForwarded(request);
  if (!isDirect || !isLoopback(host)) throw refusal('THIS_MACHINE_ONLY');
}

/** Whether this host name or address can lead nowhere but to this machine. */
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

/** A proxy on this machine speaks for callers elsewhere, so what it forwards is not from here. */
export function isForwarded({ headers }: IncomingMessage): boolean {
  return Object.keys(headers).some(
    (name) => name.startsWith('x-forwarded') || forwardingHeaders.has(name),
  );
}
