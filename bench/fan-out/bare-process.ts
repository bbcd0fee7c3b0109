/** The reference: servers that only send one text to every socket, over Socket.IO or plain ws. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { WebSocket, WebSocketServer } from 'ws';
import { serveParent } from '../harness/children.ts';

export type BareOrder = { serve: 'socket.io' | 'raw' } | { send: object };

let send: (event: object) => void = () => undefined;

async function serve(kind: 'socket.io' | 'raw'): Promise<string> {
  const http = createServer();
  if (kind === 'socket.io') {
    const io = new Server(http);
    send = (event) => io.emit('key-updated', event);
  } else {
    const raw = new WebSocketServer({ server: http });
    send = (event) => {
      const text = JSON.stringify(event);
      for (const client of raw.clients) if (client.readyState === WebSocket.OPEN) client.send(text);
    };
  }
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
}

serveParent(async (order: BareOrder): Promise<string> => {
  if ('serve' in order) return serve(order.serve);
  send({ ...order.send, timestamp: new Date().toISOString() });
  return 'sent';
});
