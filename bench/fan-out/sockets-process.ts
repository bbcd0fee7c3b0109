import { WebSocket } from 'ws';
import { serveParent } from '../harness/children.ts';

export type Holder = { cookie: string; bearer: string };

export type SocketOrder =
  | { open: { url: string; protocol: 'socket.io' | 'raw'; holders: Holder[]; origin: string } }
  | { collect: true };
/** Both in milliseconds of the machine's clock. */
export type Arrival = [sentAt: number, arrivedAt: number];

const stamp = /"timestamp":"([^"]+)"/;

function now(): number {
  return performance.timeOrigin + performance.now();
}

const sockets: WebSocket[] = [];
let arrivals: Arrival[] = [];

function recordArrival(text: string): void {
  const arrivedAt = now();
  const sent = stamp.exec(text)?.[1];
  if (sent) arrivals.push([Date.parse(sent), arrivedAt]);
}

function openRaw(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url);
    sockets.push(socket);
    socket.once('open', resolve).once('error', reject);
    socket.on('message', (data) => recordArrival(String(data)));
  });
}

async function openSocketIo(url: string, holder: Holder, origin: string): Promise<void> {
  const recordKeyEvent = (text: string): void => {
    if (text.startsWith('42["key-updated"')) recordArrival(text);
  };
  sockets.push(await openLiveSocket(url, holder, origin, recordKeyEvent));
}

const atOnce = 50;

async function handle(order: SocketOrder): Promise<Arrival[]> {
  if ('open' in order) {
    const { url, protocol, holders, origin } = order.open;
    for (let from = 0; from < holders.length; from += atOnce)
      await Promise.all(
        holders
          .slice(from, from + atOnce)
          .map((holder) => (protocol === 'raw' ? openRaw(url) : openSocketIo(url, holder, origin))),
      );
    return [];
  }
  const collected = arrivals;
  arrivals = [];
  return collected;
}

/**
 * A live connection with the minimum of Socket.IO's protocol over a plain WebSocket, so that the
 * benchmark measures the server and not thousands of clients. Passes each event's text to
 * `onEvent`.
 */
function openLiveSocket(
  url: string,
  { cookie, bearer }: Holder,
  origin: string,
  onEvent: (text: string) => void,
): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(
      `${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`,
      { headers: { cookie: `keydesk_session=${cookie}`, origin } },
    );
    socket.once('error', reject);
    socket.on('message', (data) => {
      const text = String(data);
      if (text.startsWith('0')) socket.send(`40${JSON.stringify({ token: bearer })}`);
      else if (text === '2') socket.send('3');
      else if (text.startsWith('40')) resolve(socket);
      else if (text.startsWith('44')) reject(new Error(text));
      else if (text.startsWith('42')) onEvent(text);
    });
  });
}

serveParent(handle);
