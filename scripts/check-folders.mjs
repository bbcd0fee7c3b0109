import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { root } from './root.mjs';

/**
 * The folders of each part, from the top down. A file imports, types included, only from its own
 * folder and from those below; `.` is for files outside any folder. docs/architecture.md explains
 * the folders.
 */
const floors = {
  'server/src': [
    'app',
    'ops',
    'features/insight',
    'features/administration',
    'features/session',
    'features/duty',
    'features/loans',
    'features/access',
    'features/due',
    'features/keys',
    'features/campus',
    'features/people',
    'core',
    'config',
    'http',
    'db',
  ],
  'web/src': [
    '.',
    'service-worker',
    'app',
    'features/layout',
    'features/insight',
    'features/administration',
    'features/session',
    'features/duty',
    'features/loans',
    'features/access',
    'features/due',
    'features/keys',
    'features/people',
    'features/campus',
    'features/messages',
    'ui',
    'lib',
  ],
  'shared/src': [
    '.',
    'insight',
    'administration',
    'session',
    'duty',
    'loans',
    'access',
    'due',
    'keys',
    'people',
    'campus',
    'core',
    'http',
    'texts',
  ],
};

/** Whether all imports follow the order of the folders; prints each one that does not. */
export function checkFolders() {
  const problems = Object.entries(floors).flatMap(([part, order]) =>
    findFolderProblems(readCode(part), order).map((problem) => `${part}: ${problem}\n`),
  );
  process.stderr.write(problems.join(''));
  return problems.length === 0;
}

function readCode(part) {
  const folder = join(root, part);
  const paths = readdirSync(folder, { recursive: true }).map((path) => path.replaceAll('\\', '/'));
  return Object.fromEntries(
    paths.filter(isProduction).map((path) => [path, readFileSync(join(folder, path), 'utf8')]),
  );
}

function isProduction(path) {
  return /\.(ts|tsx|mjs)$/.test(path) && !/\.test\.|\.d\.ts$|(^|\/)testing\//.test(path);
}

/**
 * Every import that leads upwards, and the shortest cycle of folders.
 * @param {Record<string, string>} code of each file by its path
 * @param {string[]} order of the folders, from the top down
 * @returns {string[]}
 */
export function findFolderProblems(code, order) {
  const found = new Set(Object.keys(code).map(folderOf));
  const imports = Object.entries(code).flatMap(([file, text]) => importsOf(file, text));
  return [
    ...[...found].filter((name) => !order.includes(name)).map((name) => `${name} has no floor`),
    ...order.filter((name) => !found.has(name)).map((name) => `${name} is empty`),
    ...imports.filter(leadsUp).map(({ text, from, to }) => `${text}, but ${to} is above ${from}`),
    ...circleText(imports),
  ];

  function leadsUp({ from, to }) {
    return order.includes(to) && order.indexOf(to) < order.indexOf(from);
  }
}

function folderOf(path) {
  const [first, second, ...more] = path.split('/');
  if (second === undefined) return '.';
  return first === 'features' && more.length > 0 ? `${first}/${second}` : first;
}

const imported = /\b(?:from|import\(?)\s*'(\.[^']+)'/g;

function importsOf(file, text) {
  const from = folderOf(file);
  const targets = Array.from(text.matchAll(imported), ([, path]) =>
    normalize(join(dirname(file), path)).replaceAll('\\', '/'),
  );
  return [...new Set(targets)]
    .filter((target) => !target.startsWith('../') && folderOf(target) !== from)
    .map((target) => ({ text: `${file} imports ${target}`, from, to: folderOf(target) }));
}

function circleText(imports) {
  const starts = [...new Set(imports.map(({ from }) => from))];
  const circles = starts.map((start) => wayBack(start, imports)).filter(Boolean);
  const [shortest] = circles.sort((one, other) => one.length - other.length);
  if (!shortest) return [];
  const steps = shortest
    .slice(1)
    .flatMap((to, at) => imports.filter((step) => step.from === shortest[at] && step.to === to));
  return [`circle ${shortest.join(' → ')}`, ...steps.map(({ text }) => `  ${text}`)];
}

/** Breadth-first. */
function wayBack(start, imports) {
  const ways = [[start]];
  const seen = new Set();
  for (const way of ways) {
    for (const { to } of imports.filter(({ from }) => from === way.at(-1))) {
      if (to === start) return [...way, start];
      if (!seen.has(to)) ways.push([...way, to]);
      seen.add(to);
    }
  }
  return undefined;
}
