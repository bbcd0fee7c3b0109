import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { expect, test } from 'vitest';
import { root } from './root.mjs';

const files = ['server', 'shared', 'web']
  .flatMap((part) =>
    readdirSync(join(root, part, 'src'), { recursive: true }).map(
      (path) => `${part}/src/${path.replaceAll('\\', '/')}`,
    ),
  )
  .filter((path) => /(?<!\.(test|d))\.tsx?$/.test(path))
  .filter((path) => !/\/(testing|migrations|texts)\//.test(path));

/** Files whose sentences are no texts of the catalogue. */
const others = [
  // For operators, and the log.
  /^server\/src\/(ops|config|app|db)\//,
  /^server\/src\/(core\/(files\/file-errors|messages\/(held-messages|outbox))|http\/security)\.ts$/,
  /^server\/src\/features\/session\/(identity|provider-health)\.ts$/,
  // Headings of files, which are the same in every language, and the example of a file.
  /^server\/src\/features\/administration\/imports\/column-names\.ts$/,
  /^(shared\/src\/(administration|keys|people)|web\/src\/features\/administration\/imports)\/(imports|key-fields|user|import-kinds)\.ts$/,
  // Names of browsers, and of the departments of a new campus.
  /\/(own-sessions|campus|departments)\.tsx?$/,
  // Messages that are looked up.
  /^(shared\/src\/core\/client-errors\.ts|web\/src\/(lib\/api\.ts|app\/routes\/about-page\.tsx))$/,
  // What SQL calls the approvers of a request.
  /^server\/src\/features\/access\/approvers\.ts$/,
];

test('what people read is in the catalogue', () => {
  const own = files.filter((path) => !others.some((other) => other.test(path)));
  // Only what may have some is parsed, which takes a tenth of the time.
  const mayHave = (code, path) => path.endsWith('x') || /['`][A-Z][a-z’']+,? [\w$]/.test(code);
  expect(own.flatMap((path) => find(path, mayHave, isText, isForDevelopers))).toEqual([]);
});

test('a text is made when it is shown, not when its module is loaded', () => {
  const mayHave = (code) => code.includes('texts/en/');
  const isFunction = ({ type }) => /Function|MethodDefinition/.test(type);
  const isMade = ({ type, callee }, code) =>
    type === 'CallExpression' &&
    new RegExp(
      `import \\{ (t as )?${callee.name ?? callee.object?.name} \\} from '.*texts/en/`,
    ).test(code);
  expect(files.flatMap((path) => find(path, mayHave, isMade, isFunction))).toEqual([]);
});

/** What is sought in a file, with its code; not within what is left out. */
function find(path, mayHave, isSought, isLeftOut) {
  const code = readFileSync(join(root, path), 'utf8');
  const found = [];
  if (mayHave(code, path)) walk(parseAst(code, { lang: path.endsWith('x') ? 'tsx' : 'ts' }).body);
  return found;

  function walk(node) {
    if (Array.isArray(node)) for (const one of node) walk(one);
    if (typeof node?.type !== 'string' || isLeftOut(node)) return;
    if (isSought(node, code)) found.push(`${path}: ${code.slice(node.start, node.end)}`);
    for (const child of Object.values(node)) walk(child);
  }
}

/** An error of the program, what the log says, and the reference of the API. */
function isForDevelopers({ type, callee, key, id, source }) {
  if (type === 'NewExpression') return /Error$|Disconnected$/.test(callee.name);
  if (type === 'CallExpression') return callee.object?.name === 'console' || callee.name === 'fail';
  if (type === 'Property') return /^(summary|description)$/.test(key.name);
  if (type === 'VariableDeclarator') return id.name === 'description';
  return Boolean(source) || /^TS(Literal|Union|TypeAlias|Interface)/.test(type);
}

/** A literal that begins as a sentence does, or letters between tags. */
function isText({ type, name, value, quasis }) {
  if (type === 'JSXText') return /\p{L}/u.test(value.replace(/&\w+;/g, ''));
  if (type === 'JSXAttribute' && /^(aria-label|placeholder|alt|title)$/.test(name.name))
    return value?.type === 'Literal' && /\p{Ll}/u.test(value.value);
  const text = quasis?.map((part) => part.value.cooked).join('…') ?? value;
  return typeof text === 'string' && /^[A-Z][a-z’']+,? [\w…]/.test(text);
}
