import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeTexts, readLanguages, readNouns, readTexts, textsFolder } from './make-texts.mjs';
import { root } from './root.mjs';

const parts = ['shared/src', 'server/src', 'server/demo', 'web/src', 'web/build'];

/**
 * Whether every text is valid and used, and no language has surplus texts; prints the problems, and
 * how much of each language is there.
 */
export async function checkTexts() {
  const code = readCode().map(({ text }) => text);
  const problems = [
    ...(await makeTexts()),
    ...readNouns('en').flatMap((noun) => findUnusedTexts(noun, readTexts('en', noun), code)),
  ];
  process.stdout.write(readLanguages().map(coverageOf).join(''));
  process.stderr.write(problems.map((problem) => `${join(textsFolder, problem)}\n`).join(''));
  return problems.length === 0;
}

/** A line with how many texts a language has, and where some are missing. */
function coverageOf(language) {
  const translated = readNouns(language);
  const all = readNouns('en').map((noun) => {
    const own = translated.includes(noun) ? readTexts(language, noun) : {};
    const keys = Object.keys(readTexts('en', noun));
    return { noun, total: keys.length, missing: keys.filter((key) => !(key in own)).length };
  });
  const sum = (counts) => counts.reduce((total, count) => total + count, 0);
  const [total, missing] = [sum(all.map((one) => one.total)), sum(all.map((one) => one.missing))];
  const gaps = all.filter((one) => one.missing > 0).map((one) => `${one.noun} ${one.missing}`);
  const where = gaps.length > 0 ? `; in English: ${gaps.join(', ')}` : '';
  return `Texts in ${language}: ${total - missing} of ${total}${where}\n`;
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

/** The files that name a text. */
export function usesOf(noun, key, code) {
  const isImported = ({ text }) => new RegExp(`texts/en/${noun}(\\.ts)?'`).test(text);
  const files = namedByCodes.includes(noun) ? code : code.filter(isImported);
  const named = new RegExp(`'${key}'|\\b${key}: `);
  return files.filter(({ text }) => named.test(text)).map(({ path }) => path);
}

export function readCode() {
  return parts.flatMap((part) =>
    readdirSync(join(root, part), { recursive: true })
      .map((path) => path.replaceAll('\\', '/'))
      .filter(
        (path) => /(?<!\.test|\.d)\.tsx?$/.test(path) && !/^texts\/(en|languages)\//.test(path),
      )
      .map((path) => `${part}/${path}`)
      .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') })),
  );
}
