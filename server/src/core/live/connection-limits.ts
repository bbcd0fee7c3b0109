import type { IncomingMessage } from 'node:http';
import proxyAddr, { compile } from '@fastify/proxy-addr';
import { appError } from '@keydesk/shared/core/errors';
import type { FastifyInstance } from 'fastify';
import { clientNetwork } from '../../http/request-guards.ts';

export type SocketLimits = {
  allows(request: IncomingMessage): boolean;
  /** Counts a live connection, unauthenticated at first. */
  opened(request: IncomingMessage): CountedSocket;
};

export type CountedSocket = { signedIn(): void; closed(): void };

type Options = {
  /** Connections of one client network, or requests and live connections behind a proxy. */
  perNetwork: number;
  trustedProxies: string[];
};

/** The share of a network's limit for unauthenticated live connections. */
const anonymousShare = 0.1;

const waitSeconds = 10;

/**
 * Limits what one client network keeps open in this process. Direct clients are counted by
 * connection; clients behind a proxy, whose connections serve many, by request and live connection.
 * This machine and trusted proxies are not counted.
 */
export function limitConnections(
  app: FastifyInstance,
  { perNetwork, trustedProxies }: Options,
): SocketLimits {
  const isTrusted = compile(trustedProxies);
  const networkOf = (address = ''): string | null =>
    address === '' || isTrusted(address, 0) ? null : clientNetwork(address);
  const clientOf = (request: IncomingMessage) => networkOf(proxyAddr(request, isTrusted));

  const connections = createCounts(perNetwork);
  app.server.on('connection', (socket) => {
    const network = networkOf(socket.remoteAddress);
    if (connections.isFull(network)) socket.destroy();
    else socket.once('close', connections.add(network));
  });

  const open = createCounts(perNetwork);
  app.addHook('onRequest', (request, reply, done) => {
    // Clients without a proxy are already counted by connection.
    if (request.headers['x-forwarded-for'] === undefined) return done();
    const network = networkOf(request.ip);
    if (open.isFull(network))
      return done(appError('TOO_MANY_CONNECTIONS').withDetails({ retryAfter: waitSeconds }));
    reply.raw.once('close', open.add(network));
    done();
  });

  const anonymous = createCounts(Math.ceil(perNetwork * anonymousShare));
  return {
    allows(request) {
      const network = clientOf(request);
      return !open.isFull(network) && !anonymous.isFull(network);
    },
    opened(request) {
      const network = clientOf(request);
      const remove = open.add(network);
      const signedIn = anonymous.add(network);
      return {
        signedIn,
        closed() {
          signedIn();
          remove();
        },
      };
    },
  };
}

/** Null is not counted. */
function createCounts(limit: number) {
  const counts = new Map<string, number>();
  return {
    isFull: (network: string | null) => network !== null && (counts.get(network) ?? 0) >= limit,
    /** The returned function undoes the count, once. */
    add(network: string | null): () => void {
      if (network === null) return () => undefined;
      counts.set(network, (counts.get(network) ?? 0) + 1);
      let counted = true;
      return () => {
        if (!counted) return;
        counted = false;
        const left = (counts.get(network) ?? 1) - 1;
        if (left > 0) counts.set(network, left);
        else counts.delete(network);
      };
    },
  };
}
