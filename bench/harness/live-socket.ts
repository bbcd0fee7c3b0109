import { WebSocket } from 'ws';

export type Holder = { cookie: string; bearer: string };

/**
 * A live connection that speaks just enough of Socket.IO's protocol over a plain WebSocket, so that we
 * measure the server and not thousands of clients. Passes each event's text to `onEvent`.
 */
export function openLiveSocket(
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
