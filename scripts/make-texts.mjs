// Compiles the catalogue: a module per noun with its texts and their parameters, such as from
// shared/src/texts/en/keys.json. Git ignores these modules.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from './root.mjs';

export const textsFolder = join(root, 'shared/src/texts');

export async function makeTexts() {
  // Imported here, because an installation without development packages loads this file, too.
  const { default: compile } = await import('icu-minify/compile');
  const languages = readLanguages();
  mkdirSync(join(textsFolder, 'languages'), { recursive: true });
  writeIfChanged(join(textsFolder, 'languages/index.ts'), indexOf(languages));
  writeIfChanged(join(textsFolder, 'languages/parts.ts'), partsOf(languages));
  writeIfChanged(
    join(textsFolder, 'languages/codes.ts'),
    `// Made by scripts/make-texts.mjs.\nexport const codes: readonly string[] = ${JSON.stringify(['en', ...languages])};\n`,
  );
  return [
    ...readNouns('en').flatMap((noun) => {
      const { made, problems } = moduleOf(noun, readTexts('en', noun), compile);
      writeIfChanged(join(textsFolder, 'en', `${noun}.ts`), made);
      return problems;
    }),
    ...languages.flatMap((language) => makeLanguage(language, compile)),
  ];
}

/** Languages other than English. */
export function readLanguages() {
  return readdirSync(textsFolder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && /^[a-z]{2,3}$/.test(entry.name))
    .map(({ name }) => name)
    .filter((name) => name !== 'en')
    .sort();
}

/** Languages other than English, each with all its nouns in one lazily loaded module. */
function indexOf(languages) {
  return [
    '// Made by scripts/make-texts.mjs.',
    "import type { Nouns } from '../translator.ts';",
    '',
    'export const languages: Readonly<Record<string, () => Promise<{ nouns: () => Nouns }>>> = {',
    ...languages.map((language) => `  ${language}: () => import('./${language}.ts'),`),
    '};',
    '',
  ].join('\n');
}

/** The same texts for browsers: what the sign-in page needs, and the others. */
function partsOf(languages) {
  return [
    '// Made by scripts/make-texts.mjs.',
    "import type { Nouns } from '../translator.ts';",
    '',
    'type Load = () => Promise<{ nouns: () => Nouns }>;',
    '',
    'export const languageParts: Readonly<Record<string, { first: Load; others: Load }>> = {',
    ...languages.map(
      (language) =>
        `  ${language}: { first: () => import('./${language}.first.ts'), others: () => import('./${language}.others.ts') },`,
    ),
    '};',
    '',
  ].join('\n');
}

/** Writes a language's modules; returns texts whose parameters differ from the English ones. */
function makeLanguage(language, compile) {
  const problems = [];
  const nouns = readNouns(language).map((noun) => {
    const english = readTexts('en', noun);
    const rows = Object.entries(readTexts(language, noun)).map(([key, text]) => {
      const own = read(noun, key, text, compile);
      problems.push(...own.problems.map((problem) => `${language}/${problem}`));
      if (english[key] === undefined)
        problems.push(`${language}/${noun}.json: ${key} is not English`);
      else if (namesOf(own.compiled) !== namesOf(compile(english[key])))
        problems.push(`${language}/${noun}.json: ${key} has other parameters than in English`);
      return [key, own.compiled];
    });
    return [noun, Object.fromEntries(rows)];
  });
  const write = (name, made) =>
    writeIfChanged(
      join(textsFolder, 'languages', `${name}.ts`),
      `// Made by scripts/make-texts.mjs.\n${made}\n`,
    );
  const firstNouns = JSON.parse(readFileSync(join(textsFolder, 'first-nouns.json'), 'utf8'));
  const part = (isFirst) =>
    Object.fromEntries(nouns.filter(([noun]) => firstNouns.includes(noun) === isFirst));
  // A string takes less memory than its objects, which are made when a text is first needed.
  const parsed = (part) =>
    `export const nouns = () => JSON.parse(${JSON.stringify(JSON.stringify(part))});`;
  write(`${language}.first`, parsed(part(true)));
  write(`${language}.others`, parsed(part(false)));
  write(
    language,
    [
      `import { nouns as first } from './${language}.first.ts';`,
      `import { nouns as others } from './${language}.others.ts';`,
      '',
      'export const nouns = () => ({ ...first(), ...others() });',
    ].join('\n'),
  );
  return problems;
}

function namesOf(compiled) {
  return [...parametersOf(compiled).types.keys()].sort().join();
}

export function readNouns(language) {
  return readdirSync(join(textsFolder, language))
    .filter((name) => name.endsWith('.json'))
    .map((name) => basename(name, '.json'))
    .sort();
}

export function readTexts(language, noun) {
  return JSON.parse(readFileSync(join(textsFolder, language, `${noun}.json`), 'utf8'));
}

/** The module of one noun, and the problems of its texts. */
function moduleOf(noun, texts, compile) {
  const rows = Object.entries(texts).map(([key, text]) => read(noun, key, text, compile));
  const used = ['Tag', 'Value'].filter((name) => rows.some(({ type }) => type.includes(name)));
  const made = [
    `// Made of ${noun}.json by scripts/make-texts.mjs.`,
    `import { ${[...used.map((name) => `type ${name}`), 'translator'].join(', ')} } from '../translator.ts';`,
    '',
    'type Parameters = {',
    ...rows.map(({ key, type }) => `  ${JSON.stringify(key)}: ${type};`),
    '};',
    '',
    `export const t = /* @__PURE__ */ translator<Parameters>('${noun}', {`,
    ...rows.map(({ key, compiled }) => `  ${JSON.stringify(key)}: ${JSON.stringify(compiled)},`),
    '});',
    '',
  ].join('\n');
  return { made, problems: rows.flatMap(({ problems }) => problems) };
}

function read(noun, key, text, compile) {
  try {
    const compiled = compile(text);
    const { types, problems } = parametersOf(compiled);
    const names = [...types].map(([name, kinds]) => `${name}: ${[...kinds].join(' & ')}`);
    return {
      key,
      compiled,
      type: names.length > 0 ? `{ ${names.join('; ')} }` : 'undefined',
      problems: problems.map((problem) => `${noun}.json: ${key} ${problem}`),
    };
  } catch (error) {
    const problems = [`${noun}.json: ${key} cannot be read: ${error.message}`];
    return { key, compiled: text, type: 'never', problems };
  }
}

const [select, plural, ordinal, number, date, time] = [1, 2, 3, 4, 5, 6];

/** The parameters of a compiled text with the types of their values. */
function parametersOf(compiled) {
  const types = new Map();
  const problems = [];
  const add = (name, type) => types.set(name, (types.get(name) ?? new Set()).add(type));
  const walk = (nodes) => {
    for (const node of Array.isArray(nodes) ? nodes : [nodes]) {
      if (!Array.isArray(node)) continue;
      const [name, kind, options, ...others] = node;
      if (kind === undefined) add(name, 'Value');
      else if (kind === select) {
        const choices = Object.keys(options).filter((choice) => choice !== 'other');
        add(name, choices.length > 0 ? `(${choices.map((c) => `'${c}'`).join(' | ')})` : 'Value');
        Object.values(options).forEach(walk);
      } else if (kind === plural || kind === ordinal) {
        add(name, 'number');
        Object.values(options).forEach(walk);
      } else if (kind === number || kind === date || kind === time) {
        problems.push(`formats {${name}}, which core/formats.ts does`);
      } else {
        add(name, 'Tag');
        walk([kind, options, ...others]);
      }
    }
  };
  walk(compiled);
  for (const [name, kinds] of types)
    if (kinds.has('Tag') && kinds.size > 1) problems.push(`has a tag and a value called ${name}`);
  return { types, problems };
}

function writeIfChanged(path, made) {
  try {
    if (readFileSync(path, 'utf8') === made) return;
  } catch {
    // The first time.
  }
  writeFileSync(path, made);
}
