import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runnerImport } from 'vite';
import type { Build } from './finish-build.ts';

const placeholder = /(<div id="root">).*?<\/div>\s*<\/div>/s;
const themeScript = /<script src="\/(theme\.js)"><\/script>/;
const stylesheet = /<link rel="stylesheet"[^>]* href="\/([^"]+)">/;

/**
 * Writes `login.html`: the application's page with the sign-in card, all styles and the choice of the
 * colour scheme in it, so that it paints before any other file has arrived. Other scripts wait their
 * turn. The server's policy admits what stands in `theme.js`, to the letter.
 */
export async function writeLoginPage({ root, dist, preserveSymlinks }: Build): Promise<void> {
  const page = await readFile(join(dist, 'index.html'), 'utf8');
  const [firstPaint, open = ''] = mustMatch(page, placeholder);
  const [link, css = ''] = mustMatch(page, stylesheet);
  const styles = await readFile(join(dist, css), 'utf8');
  const [script, theme = ''] = mustMatch(page, themeScript);
  const chooseTheme = await readFile(join(dist, theme), 'utf8');
  const markup = await renderLogin({ root, preserveSymlinks });
  // Functions, because a replacement's text may hold signs that mean something to `replace`.
  const filled = page
    .replace(firstPaint, () => `${open}${markup}</div>`)
    .replace(script, () => `<script>${chooseTheme}</script>`)
    .replace(link, () => `<style>${styles}</style>`)
    .replaceAll('crossorigin', 'fetchpriority="low" crossorigin');
  await writeFile(join(dist, 'login.html'), filled);
}

/** The place of `pattern` in `page`, which has one as long as index.html keeps its form. */
function mustMatch(page: string, pattern: RegExp): RegExpExecArray {
  const found = pattern.exec(page);
  if (!found) throw new Error(`index.html holds nothing like ${pattern}`);
  return found;
}

async function renderLogin({ root, preserveSymlinks }: Omit<Build, 'dist'>): Promise<string> {
  const { module } = await runnerImport<{ loginMarkup: () => string }>('/build/login-markup.tsx', {
    root,
    configFile: false,
    resolve: { preserveSymlinks },
    logLevel: 'warn',
    oxc: { jsx: { runtime: 'automatic' } },
  });
  return module.loginMarkup();
}
