import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { transform } from 'lightningcss';
import { runnerImport } from 'vite';
import type { Build } from './finish-build.ts';

const placeholder = /(<div id="root">).*?<\/div>\s*<\/div>/s;
const earlyScript = /<script src="\/(early\.js)"([^>]*)><\/script>/;
const stylesheet = /<link rel="stylesheet"[^>]* href="\/([^"]+)">/;

/**
 * Writes `login.html`: the page with the sign-in card, its styles and the early script inlined, so
 * that it paints before any other file arrives. All styles follow the card; they and other scripts
 * get a low priority. The server's content security policy allows exactly the content of `early.js`.
 */
export async function writeLoginPage({ root, dist, preserveSymlinks }: Build): Promise<void> {
  const page = await readFile(join(dist, 'index.html'), 'utf8');
  const [firstPaint, open = ''] = mustMatch(page, placeholder);
  const [link, css = ''] = mustMatch(page, stylesheet);
  const styles = await readFile(join(dist, css), 'utf8');
  const [script, file = '', data = ''] = mustMatch(page, earlyScript);
  const early = await readFile(join(dist, file), 'utf8');
  const markup = await renderLogin({ root, preserveSymlinks });
  // Functions, because a replacement string may contain special patterns such as `$&`.
  const filled = page
    .replace(link, () => `<style>${stylesOf(markup, styles)}</style>`)
    .replace(firstPaint, () => `${open}${markup}</div>${link}`)
    .replace(script, () => `<script${data}>${early}</script>`)
    .replaceAll('crossorigin', 'fetchpriority="low" crossorigin');
  await writeFile(join(dist, 'login.html'), filled);
}

function mustMatch(page: string, pattern: RegExp): RegExpExecArray {
  const match = pattern.exec(page);
  if (!match) throw new Error(`index.html holds nothing like ${pattern}`);
  return match;
}

/** The rules that the markup can need: a selector with a class that it has not never applies. */
function stylesOf(markup: string, styles: string): string {
  const names = [...markup.matchAll(/class="([^"]*)"/g)].flatMap(([, all = '']) => all.split(' '));
  const classes = new Set(
    names.map((name) => name.replaceAll('&gt;', '>').replaceAll('&amp;', '&')),
  );
  const { code } = transform({
    filename: 'login.css',
    code: Buffer.from(styles),
    minify: true,
    visitor: {
      Rule: {
        style: ({ value: { selectors } }) =>
          selectors.some((parts) =>
            parts.every((part) => part.type !== 'class' || classes.has(part.name)),
          )
            ? undefined
            : [],
      },
    },
  });
  return code.toString();
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
