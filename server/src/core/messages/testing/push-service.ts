import { createECDH, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, globalAgent } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { PushSubscriptionRecord } from '@keydesk/shared/core/notifications';
import { selfSigned } from '../../../../test/self-signed.ts';

/** A message that the push service received. */
type Received = { path: string; authorization: string };

/** A fake push service on this machine. */
export type PushService = {
  /** The subscription of a separate browser at this path. */
  subscription(path: string): PushSubscriptionRecord;
  received: Received[];
  /** The status of its answers from now on; with null it does not answer until `release`. */
  answerWith(status: number | null): void;
  release(status: number): void;
  close(): Promise<void>;
};

export async function openPushService(): Promise<PushService> {
  const received: Received[] = [];
  let status: number | null = 201;
  let held: ((status: number) => void)[] = [];
  const server = createServer(identity, (request, response) => {
    received.push({
      path: request.url ?? '',
      authorization: request.headers.authorization ?? '',
    });
    request.resume();
    const answer = (code: number) => response.writeHead(code).end();
    if (status === null) held.push(answer);
    else answer(status);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  openServices += 1;
  globalAgent.options.ca = identity.cert;
  const keys = { p256dh: publicKey(), auth: randomBytes(16).toString('base64url') };
  return {
    received,
    subscription: (path) => ({
      endpoint: `https://127.0.0.1:${port}/${path}`,
      keys,
    }),
    answerWith(code) {
      status = code;
    },
    release(code) {
      for (const answer of held) answer(code);
      held = [];
    },
    async close() {
      openServices -= 1;
      if (openServices === 0) delete globalAgent.options.ca;
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** One for all: of two certificates with the same name only one would be trusted. */
const identity = selfSigned();
let openServices = 0;

function publicKey(): string {
  const curve = createECDH('prime256v1');
  curve.generateKeys();
  return curve.getPublicKey('base64url');
}
