import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { languageFile } from '../src/lib/language-file.ts';
import { filesIn } from './compress-files.ts';
import type { Build } from './finish-build.ts';
import { oldestBrowsers } from './oldest-browsers.ts';

/** Not precached: the scanner needs the server anyway, and the rest is rarely requested. */
const notPrecached = /\.(wasm|map|webmanifest)$|decode\.worker-|latin-ext|^icons\/|^\./;

/** The server writes the product's name into pages, so it is part of their revisions. */
const productName = 'Keydesk';

/** Writes `service-worker.js`, which precaches the application shell in `dist`. */
export async function writeServiceWorker({ root, dist, preserveSymlinks }: Build): Promise<void> {
  await build({
    root,
    configFile: false,
    resolve: { preserveSymlinks },
    publicDir: false,
    logLevel: 'warn',
    define: {
      shellFiles: JSON.stringify(shellFiles(dist)),
      languageFiles: JSON.stringify(languageFiles(dist)),
    },
    build: {
      outDir: dist,
      emptyOutDir: false,
      modulePreload: false,
      target: oldestBrowsers,
      rolldownOptions: {
        input: { 'service-worker': join(root, 'src/service-worker/service-worker.ts') },
        output: { format: 'iife', entryFileNames: '[name].js' },
      },
    },
  });
}

function shellFiles(dist: string) {
  return filesIn(dist)
    .filter((path) => !notPrecached.test(path) && !languageFile.test(`/${path}`))
    .map((path) => ({
      url: `/${path}`,
      revision: isHashed(path)
        ? null
        : `${createHash('sha256')
            .update(readFileSync(join(dist, path)))
            .digest('hex')
            .slice(0, 16)}-${productName}`,
    }));
}

function languageFiles(dist: string): string[] {
  const paths = filesIn(dist).map((path) => `/${path}`);
  return paths.filter((path) => languageFile.test(path));
}

/** File names in this folder have a content hash. */
function isHashed(path: string): boolean {
  return path.startsWith('assets/');
}
