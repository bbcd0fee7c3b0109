import { basename, join } from 'node:path';
import { build, loadConfigFromFile, type Plugin, type PluginOption, type Rolldown } from 'vite';
import { markedNoun } from '../../server/test/marked-language.ts';

const web = join(import.meta.dirname, '../../web');

const notedFile = join(import.meta.dirname, 'noted.ts');

/**
 * The web application in the marked language, which notes what it says: what is served at each path;
 * `/` is the page.
 */
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

/** It makes the sign-in page and what browsers store, which no one visits here. */
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
      const made = JSON.stringify(markedNoun(noun));
      return `
        import { noted } from ${JSON.stringify(notedFile)};
        import { translator } from '../translator.ts';
        export const t = noted('${noun}', translator('${noun}', ${made}));`;
    },
  };
}
