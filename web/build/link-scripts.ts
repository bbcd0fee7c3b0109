import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Rolldown } from 'vite';

/** What pages load without being asked, by a module of each script. */
const appModule = '/src/app/app.tsx';
const laterModules = ['/src/lib/live/open-socket.ts', '/src/features/loans/codes/code-modal.tsx'];

/**
 * Adds links to the pages, so that scripts arrive before the scripts that import them have run: the
 * application's with every page, and on the sign-in page all that the first page after it needs,
 * at the lowest priority.
 */
export async function linkScripts(dist: string, bundle: Rolldown.OutputBundle): Promise<void> {
  const app = scriptsWith(bundle, appModule);
  const later = laterModules.flatMap((module) => scriptsWith(bundle, module));
  await addLinks(join(dist, 'index.html'), app, 'rel="modulepreload" crossorigin');
  await addLinks(join(dist, 'login.html'), [...app, ...later], 'rel="prefetch" crossorigin');
}

/** The file with this module and the files that it imports. */
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

/** Adds a link for each script that the page does not name yet. */
async function addLinks(path: string, scripts: string[], attributes: string): Promise<void> {
  const page = await readFile(path, 'utf8');
  const links = [...new Set(scripts)]
    .filter((script) => !page.includes(script))
    .map((script) => `<link ${attributes} href="/${script}">`);
  await writeFile(path, page.replace('</head>', `${links.join('\n')}\n</head>`));
}
