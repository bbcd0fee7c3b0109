import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runnerImport } from 'vite';

const placeholder = /(<div id="root">).*?<\/div>\s*<\/div>/s;
const stylesheet = /<link rel="stylesheet"[^>]* href="\/([^"]+)">/;

const renderLogin = async (root: string): Promise<string> => {
  const { module } = await runnerImport<{ loginMarkup: () => string }>('/build/login-markup.tsx', {
    root,
    configFile: false,
    logLevel: 'warn',
    oxc: { jsx: { runtime: 'automatic' } },
  });
  return module.loginMarkup();
};

/** The place of `pattern` in `page`, which has one as long as index.html keeps its form. */
const find = (page: string, pattern: RegExp): RegExpExecArray => {
  const found = pattern.exec(page);
  if (!found) throw new Error(`index.html holds nothing like ${pattern}`);
  return found;
};

/**
 * Writes `login.html`: the application's page with the sign-in card and all styles in it, so that
 * it paints before any other file has arrived. Scripts wait their turn.
 */
export const writeLoginPage = async (root: string, dist: string): Promise<void> => {
  const page = await readFile(join(dist, 'index.html'), 'utf8');
  const [firstPaint, open = ''] = find(page, placeholder);
  const [link, css = ''] = find(page, stylesheet);
  const styles = await readFile(join(dist, css), 'utf8');
  const markup = await renderLogin(root);
  // Functions, because a replacement's text may hold signs that mean something to `replace`.
  const filled = page
    .replace(firstPaint, () => `${open}${markup}</div>`)
    .replace(link, () => `<style>${styles}</style>`)
    .replaceAll('crossorigin', 'fetchpriority="low" crossorigin');
  await writeFile(join(dist, 'login.html'), filled);
};
