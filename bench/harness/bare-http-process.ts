/** A plain server that answers everything with the same bytes: the most that Node can serve. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serveParent } from './children.ts';

export type BareAnswer = { status: number; headers: Record<string, string>; body: string };

function serve({ status, headers, body }: BareAnswer): Promise<string> {
  const bytes = Buffer.from(body, 'base64');
  const server = createServer((_request, response) => {
    response.writeHead(status, headers);
    response.end(bytes);
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    );
  });
}

serveParent(serve);
