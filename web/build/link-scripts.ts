import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Rolldown } from 'vite';

/** One module of each script to preload. */
const appModule = '/src/app/app.tsx';
const laterModules = ['/src/lib/live/open-socket.ts', '/src/features/loans/codes/code-modal.tsx'];

/**
 * Adds links to the pages, so that scripts load before their importers run: the application's with
 * every page, and on the sign-in page, at the lowest priority, all that the next page needs.
 */
export async function linkScripts(dist: string, bundle: Rolldown.OutputBundle): Promise<void> {
  const app = scriptsWith(bundle, appModule);
  const later = laterModules.flatMap((module) => scriptsWith(bundle, module));
  await addLinks(join(dist, 'index.html'), app, 'rel="modulepreload" crossorigin');
  await addLinks(join(dist, 'login.html'), [...app, ...later], 'rel="prefetch" crossorigin');
}

function scriptsWith(bundle: Rolldown.OutputBundle, module: string): string[] {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)));
  if (!chunk) throw new Error(`No script holds ${module}`);
  const found = new Set<string>();
  const add = (fileName: string) => {
    if (found.has(fileName)) return;
    found.add(fileName);
    for (const imported of chunks.find((other) => other.fileName === fileName)?.imports ?? [])
      add(imported);
  };
  add(chunk.fileName);
  return [...found];
}

async function addLinks(path: string, scripts: string[], attributes: string): Promise<void> {
  const page = await readFile(path, 'utf8');
  const links = [...new Set(scripts)]
    .filter((script) => !page.includes(script))
    .map((script) => `<link ${attributes} href="/${script}">`);
  await writeFile(path, page.replace('</head>', `${links.join('\n')}\n</head>`));
}
