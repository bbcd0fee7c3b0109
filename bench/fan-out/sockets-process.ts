/**
 * Holds many sockets and notes when each event arrived. It speaks just enough of Socket.IO's protocol
 * over bare WebSockets, so that what is measured is the server and not thousands of clients.
 */
import { WebSocket } from 'ws';
import { serveParent } from '../stage/children.ts';

export type Holder = { cookie: string; bearer: string };
export type SocketOrder =
  | { open: { url: string; protocol: 'socket.io' | 'raw'; holders: Holder[]; origin: string } }
  | { collect: true };
/** An event: when its server sent it, and when it was here, in milliseconds of the machine's clock. */
export type Arrival = [sentAt: number, arrivedAt: number];

const stamp = /"timestamp":"([^"]+)"/;
const now = (): number => performance.timeOrigin + performance.now();

const sockets: WebSocket[] = [];
let arrivals: Arrival[] = [];

const note = (text: string): void => {
  const arrivedAt = now();
  const sent = stamp.exec(text)?.[1];
  if (sent) arrivals.push([Date.parse(sent), arrivedAt]);
};

const openRaw = (url: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(url);
    sockets.push(socket);
    socket.once('open', resolve).once('error', reject);
    socket.on('message', (data) => note(String(data)));
  });

const openSocketIo = (url: string, holder: Holder, origin: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(
      `${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`,
      {
        headers: { cookie: `keydesk_session=${holder.cookie}`, origin },
      },
    );
    sockets.push(socket);
    socket.once('error', reject);
    socket.on('message', (data) => {
      const text = String(data);
      if (text.startsWith('0')) socket.send(`40${JSON.stringify({ token: holder.bearer })}`);
      else if (text === '2') socket.send('3');
      else if (text.startsWith('40')) resolve();
      else if (text.startsWith('44')) reject(new Error(text));
      else if (text.startsWith('42["key-updated"')) note(text);
    });
  });

const atOnce = 50;

const carryOut = async (order: SocketOrder): Promise<Arrival[]> => {
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
};

serveParent(carryOut);
