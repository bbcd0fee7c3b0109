import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const page = '<!doctype html><title>Strange site</title><p>Win a prize!</p>';
const framed = `<!doctype html><iframe sandbox="allow-scripts allow-forms" srcdoc="${page.replaceAll('"', '&quot;')}"></iframe>`;

/** Pages that are not ours, by the kind of origin that a browser gives them. */
export type ForeignSite = { addresses: Record<string, string>; close(): Promise<void> };

/** Serves pages of five origins that have no business with the product. */
export async function startForeignSite(): Promise<ForeignSite> {
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(request.url === '/framed' ? framed : page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const folder = await mkdtemp(join(tmpdir(), 'keydesk-strange-'));
  const file = join(folder, 'strange.html');
  await writeFile(file, page);
  return {
    addresses: {
      'the same host at another port': `http://127.0.0.1:${port}/`,
      'another host': `http://localhost:${port}/`,
      'a host that sounds like ours': `http://keydesk.localhost:${port}/`,
      'a frame without an origin': `http://127.0.0.1:${port}/framed`,
      'a file that was opened': pathToFileURL(file).href,
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true });
    },
  };
}
