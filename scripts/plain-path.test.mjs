import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { root } from './root.mjs';

const scratch = mkdtempSync(join(tmpdir(), 'keydesk-paths-'));
afterAll(() => rmSync(scratch, { recursive: true }));

const script = `
import { usePlainPath } from './plain-path.mjs';
await usePlainPath('scripts/tell.mjs');
console.log(import.meta.url);
process.exitCode = 7;
`;

/** Calls a script of a repository that lies in a folder of this name. */
function callIn(name) {
  const folder = join(scratch, name, 'scripts');
  mkdirSync(folder, { recursive: true });
  for (const file of ['plain-path.mjs', 'root.mjs'])
    cpSync(join(root, 'scripts', file), join(folder, file));
  writeFileSync(join(folder, 'tell.mjs'), script);
  const { status, stdout } = spawnSync(process.execPath, [join(folder, 'tell.mjs')], {
    encoding: 'utf8',
    env: { ...process.env, TMPDIR: scratch },
  });
  return { status, told: stdout.trim() };
}

test.each(['a#b', 'a?b', 'a"b', 'a%41b', '[a]', '{a,b}', "$a's & (b)"])(
  'a script in a folder named %s runs by way of a plain path, and leaves nothing there',
  (name) => {
    const before = readdirSync(scratch);
    const { status, told } = callIn(name);
    expect(told).toMatch(/\/keydesk-\w+\/keydesk\/scripts\/tell\.mjs$/);
    expect(status).toBe(7);
    expect(readdirSync(scratch).filter((each) => !before.includes(each))).toEqual([name]);
  },
);

test.each(['keydesk-1.0', 'Schlüssel für alle', 'चाबी'])(
  'a script in a folder named %s runs where it is',
  (name) => {
    const { status, told } = callIn(name);
    expect(decodeURI(told)).toContain(`/${name}/scripts/tell.mjs`);
    expect(status).toBe(7);
  },
);

test('npm run build goes by way of a plain path too', () => {
  const folder = join(scratch, 'build#"a"?');
  const write = (path, text) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const scripts = [
    'build',
    'build-server',
    'build-stamp',
    'build-web',
    'commit',
    'latin-text',
    'licences',
    'make-texts',
    'plain-path',
    'root',
    'run',
  ];
  for (const name of scripts)
    write(`scripts/${name}.mjs`, readFileSync(join(root, 'scripts', `${name}.mjs`)));
  // Stands for the real one, which would take a build's time.
  const vite = "console.log(process.argv[1]); require('node:fs').mkdirSync('dist');";
  write('node_modules/vite/bin/vite.js', vite);
  write('node_modules/tsx/dist/esm/index.mjs', '');
  write('shared/src/texts/en/none', '');
  write('node_modules/icu-minify/package.json', '{"exports":{"./compile":"./compile.js"}}');
  write('node_modules/icu-minify/compile.js', '');
  const sources = ['web/a', 'shared/a', 'package-lock.json', 'tsconfig.base.json'];
  for (const source of sources) write(source, '');
  const { status, stdout } = spawnSync(process.execPath, [join(folder, 'scripts/build.mjs')], {
    encoding: 'utf8',
    env: { ...process.env, TMPDIR: scratch },
  });
  expect(stdout).toMatch(/\/keydesk-\w+\/keydesk\/node_modules\/vite\/bin\/vite\.js\n$/);
  expect(status).toBe(0);
});
