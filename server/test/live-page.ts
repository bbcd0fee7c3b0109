import type { ClientEvents, ServerEvents } from '@keydesk/shared/events';
import { io, type Socket } from 'socket.io-client';
import type { TestClient } from './test-client.ts';

type LiveSocket = Socket<ServerEvents, ClientEvents>;
type Happened = { [Name in keyof ServerEvents]: [Name, Parameters<ServerEvents[Name]>[0]] };

/** A page with a live connection, and all events that it received. */
export class LivePage {
  readonly socket: LiveSocket;
  readonly events: Happened[keyof ServerEvents][] = [];
  /** Resolves to the reason once the connection has ended. */
  readonly ended: Promise<string>;

  constructor(socket: LiveSocket) {
    this.socket = socket;
    socket.onAny((name, data) => this.events.push([name, data]));
    this.ended = new Promise((resolve) => socket.once('disconnect', resolve));
  }

  received<Name extends keyof ServerEvents>(name: Name): Parameters<ServerEvents[Name]>[0][] {
    return this.events.flatMap((event) =>
      event[0] === name ? [event[1] as Parameters<ServerEvents[Name]>[0]] : [],
    );
  }

  join<Name extends keyof ClientEvents>(
    name: Name,
    ...facts: Name extends 'join-keys-room' ? [] : [string]
  ): Promise<boolean> {
    return this.socket
      .timeout(60_000)
      .emitWithAck(name as 'join-user-room', ...(facts as [string]));
  }

  /** Resolves when everything that this process has sent before has arrived. */
  async caughtUp(): Promise<void> {
    await this.join('join-keys-room');
  }
}

const open = new Set<LiveSocket>();

export type Handshake = {
  cookie?: string;
  computer?: string;
  token?: string;
  origin?: string;
  /** The client address that a local proxy forwards. */
  forwardedFor?: string;
};

/** Rejects with the server's error. */
export async function connectPage(
  url: string,
  { cookie, computer, token, origin, forwardedFor }: Handshake,
): Promise<LivePage> {
  const socket: LiveSocket = io(url, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    auth: token ? { token } : {},
    extraHeaders: {
      ...(cookie ? { cookie: `keydesk_session=${cookie}` } : {}),
      ...(computer ? { cookie: `keydesk_desk=${computer}` } : {}),
      ...(origin ? { origin } : {}),
      ...(forwardedFor ? { 'x-forwarded-for': forwardedFor } : {}),
    },
  });
  open.add(socket);
  const page = new LivePage(socket);
  await new Promise<void>((resolve, reject) => {
    // The server first sends each page the version of the campus.
    socket.once('campus-changed', () => resolve());
    socket.once('connect_error', reject);
  });
  page.events.shift();
  return page;
}

/** Opens a live connection with this person's session. */
export function openPage(visitor: TestClient, changes: Handshake = {}): Promise<LivePage> {
  return connectPage(visitor.url, { ...handshakeOf(visitor), ...changes });
}

function handshakeOf({ url, secrets }: TestClient): Handshake {
  return {
    cookie: secrets.cookie,
    token: secrets.bearer,
    origin: url,
  };
}

export function closePages(): void {
  for (const socket of open) socket.disconnect();
  open.clear();
}
