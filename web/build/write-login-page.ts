import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runnerImport } from 'vite';

const placeholder = /(<div id="root">).*?(<\/div>\s*<\/div>)/s;

/** Writes `login.html`: the application's page with the sign-in card in it before any script runs. */
export const writeLoginPage = async (root: string, dist: string): Promise<void> => {
  const { module } = await runnerImport<{ loginMarkup: () => string }>('/build/login-markup.tsx', {
    root,
    configFile: false,
    logLevel: 'warn',
    oxc: { jsx: { runtime: 'automatic' } },
  });
  const page = await readFile(join(dist, 'index.html'), 'utf8');
  if (!placeholder.test(page)) throw new Error('index.html has no first paint to replace');
  const filled = page.replace(
    placeholder,
    (_, open: string) => `${open}${module.loginMarkup()}</div>`,
  );
  await writeFile(join(dist, 'login.html'), filled);
};
