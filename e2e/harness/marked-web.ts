import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import compile from 'icu-minify/compile';
import { build, loadConfigFromFile, type Plugin, type PluginOption, type Rolldown } from 'vite';
import { marked } from '../../shared/src/texts/testing/marked.ts';

const texts = join(import.meta.dirname, '../../shared/src/texts/en');

const web = join(import.meta.dirname, '../../web');

/** The web application in the marked language: what is served at each path; `/` is the page. */
export async function buildMarkedWeb(): Promise<Map<string, string>> {
  const loaded = await loadConfigFromFile(
    { command: 'build', mode: 'production' },
    join(web, 'vite.config.ts'),
  );
  const { output } = (await build({
    ...loaded?.config,
    configFile: false,
    plugins: [markTexts(), loaded?.config.plugins?.filter((plugin) => !isFinish(plugin))],
    build: { ...loaded?.config.build, write: false, minify: false },
    logLevel: 'warn',
  })) as Rolldown.RolldownOutput;
  return new Map(
    output.map((file) => [
      file.fileName === 'index.html' ? '/' : `/${file.fileName}`,
      String(file.type === 'chunk' ? file.code : file.source),
    ]),
  );
}

/** It makes the sign-in page and what browsers store, which nobody visits here. */
function isFinish(plugin: PluginOption): boolean {
  return !!plugin && 'name' in plugin && plugin.name === 'keydesk:finish-build';
}

function markTexts(): Plugin {
  return {
    name: 'mark-texts',
    enforce: 'pre',
    load(id) {
      if (!id.includes('/shared/src/texts/en/')) return null;
      const noun = basename(id, '.ts');
      const english: Record<string, string> = JSON.parse(
        readFileSync(join(texts, `${noun}.json`), 'utf8'),
      );
      const compiled = Object.entries(english).map(([key, text]) => [key, compile(text)]);
      const made = JSON.stringify(marked(Object.fromEntries(compiled)));
      return `import { translator } from '../translator.ts'; export const t = translator('${noun}', ${made});`;
    },
  };
}
