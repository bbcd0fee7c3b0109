// A page with every text of a language beside the English one, and the files that use it:
// npm run texts -- te
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCode, usesOf } from './check-texts.mjs';
import { readLanguages, readNouns, readTexts } from './make-texts.mjs';
import { root } from './root.mjs';

const language = process.argv[2] ?? '';
if (!readLanguages().includes(language)) {
  process.stderr.write(`npm run texts -- LANGUAGE, one of: ${readLanguages().join(', ')}\n`);
  process.exit(2);
}
const code = readCode();
const translated = readNouns(language);
const sections = readNouns('en').map((noun) => {
  const english = readTexts('en', noun);
  const own = translated.includes(noun) ? readTexts(language, noun) : {};
  const rows = Object.keys(english).map((key) =>
    rowOf({ key, english: english[key], own: own[key], files: usesOf(noun, key, code) }),
  );
  return `<h2 id="${noun}">${noun}.json</h2><table>${rows.join('')}</table>`;
});
mkdirSync(join(root, 'data'), { recursive: true });
const path = join(root, `data/texts-${language}.html`);
writeFileSync(path, pageOf(sections.join('\n')));
process.stdout.write(`${path}\n`);

function rowOf({ key, english, own, files }) {
  return `<tr class="${own === undefined ? 'missing' : ''}">
    <td><code>${key}</code><small>${files.join('<br>')}</small></td>
    <td>${withoutMarkup(english)}</td>
    <td lang="${language}" dir="auto">${withoutMarkup(own ?? '')}</td>
  </tr>`;
}

function pageOf(body) {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Texts in ${language}</title>
<style>
  body { font: 16px/1.6 system-ui, sans-serif; margin: 2rem; }
  table { width: 100%; border-collapse: collapse; table-layout: fixed; }
  td { border-top: 1px solid #ccc; padding: 0.5rem; vertical-align: top; overflow-wrap: anywhere; }
  small { display: block; color: #666; line-height: 1.3; }
  .missing { background: #fde9e7; }
</style>
<h1>Texts in ${language}</h1>
<p>Those on a red ground are missing, so people see the English text.</p>
${body}
</html>
`;
}

function withoutMarkup(text) {
  return text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
}
