import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeTexts, readNouns, readTexts, textsFolder } from './make-texts.mjs';
import { root } from './root.mjs';

const parts = ['shared/src', 'server/src', 'server/demo', 'web/src', 'web/build'];

/** Whether every text is valid and used, and no language has surplus texts; prints the problems. */
export async function checkTexts() {
  const code = parts.flatMap(readCode);
  const problems = [
    ...(await makeTexts()),
    ...readNouns('en').flatMap((noun) => findUnusedTexts(noun, readTexts('en', noun), code)),
  ];
  process.stderr.write(problems.map((problem) => `${join(textsFolder, problem)}\n`).join(''));
  return problems.length === 0;
}

const namedByCodes = ['answers', 'audit-actions', 'errors', 'file-headings', 'input', 'roles'];

/**
 * Texts of a noun that no code names. A key counts in a file that imports its noun: quoted, as an
 * argument, or in a table, where a single word has no quotes. A key that is a code counts in any file.
 * @param {string} noun
 * @param {Record<string, string>} texts
 * @param {string[]} code
 */
export function findUnusedTexts(noun, texts, code) {
  const files = namedByCodes.includes(noun)
    ? code
    : code.filter((text) => new RegExp(`texts/en/${noun}(\\.ts)?'`).test(text));
  const named = new Set(
    files.flatMap((text) => text.match(/(?<=')[\w.-]+(?=')|\b\w+(?=: )/g) ?? []),
  );
  return Object.keys(texts)
    .filter((key) => !named.has(key))
    .map((key) => `${noun}.json: nothing uses ${key}`);
}

function readCode(part) {
  return readdirSync(join(root, part), { recursive: true })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /(?<!\.test|\.d)\.tsx?$/.test(path) && !/^texts\/en\//.test(path))
    .map((path) => readFileSync(join(root, part, path), 'utf8'));
}
