import type { IncomingMessage } from 'node:http';
import proxyAddr, { compile } from '@fastify/proxy-addr';
import { appError } from '@keydesk/shared/errors';
import type { FastifyInstance } from 'fastify';
import { clientNetwork } from './client-network.ts';

/** What the live connections are counted by. */
export type SocketLimits = {
  allows(request: IncomingMessage): boolean;
  /** Counts a live connection as one of nobody known. */
  opened(request: IncomingMessage): CountedSocket;
};

export type CountedSocket = { signedIn(): void; closed(): void };

type Options = {
  /** Connections, and so requests under way and live connections, of one client network. */
  perNetwork: number;
  trustedProxies: string[];
};

/** Of all that a network may hold open, so much may be live connections of nobody known. */
const anonymousShare = 0.1;

const waitSeconds = 10;

/**
 * Bounds what one client network holds open in this process. Callers who connect themselves are
 * counted by connection; behind a proxy, whose connections serve many, by request and live
 * connection. This machine and the proxies themselves are not counted.
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
    // Whoever connects without a proxy is counted already.
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

/** Counts by network; whoever has none is not counted. */
function createCounts(limit: number) {
  const counts = new Map<string, number>();
  return {
    isFull: (network: string | null) => network !== null && (counts.get(network) ?? 0) >= limit,
    /** Counts one more; the function it answers takes it back, once. */
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
