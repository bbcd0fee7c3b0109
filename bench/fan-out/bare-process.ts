/** The reference: a server that only sends one text to every socket. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';
import { serveParent } from '../harness/children.ts';

type Order = { serve: true } | { send: object };

const http = createServer();
const { clients } = new WebSocketServer({ server: http });

serveParent(async (order: Order): Promise<string> => {
  if ('serve' in order) {
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  }
  const text = JSON.stringify({ ...order.send, timestamp: new Date().toISOString() });
  for (const client of clients) if (client.readyState === WebSocket.OPEN) client.send(text);
  return 'sent';
});
