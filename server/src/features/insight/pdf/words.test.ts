import { api } from '@keydesk/shared/api';
import type { Route } from '@keydesk/shared/http/route';
import { languages } from '@keydesk/shared/texts/languages/index';
import { namesAndTimes, printedMarks, unmarked } from '@keydesk/shared/texts/testing/marked';
import { speak, spokenLanguage } from '@keydesk/shared/texts/translator';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { addMarkedLanguage, markedLanguage } from '../../../../test/marked-language.ts';
import { proofsOf } from '../../../../test/test-client.ts';
import * as printing from '../../../core/files/print-in-thread.ts';
import { printedLetters } from '../../../core/files/testing/printed-letters.ts';
import {
  april1st,
  type BerlinCampus,
  openBerlin,
  stopClocksAt,
  tellOfMarch,
} from '../testing/berlin-days.ts';

let berlin: BerlinCampus;
/** Names that a file may have. */
let named: string;

beforeAll(async () => {
  // The printing thread speaks a language of its own; these files are printed in this one.
  vi.spyOn(printing, 'printInThread').mockImplementation(
    async (printer, { content, extraFonts }) => {
      const { print } = await import(printer.href);
      return print(content, { extraFonts, language: spokenLanguage() });
    },
  );
  stopClocksAt(april1st);
  berlin = await openBerlin();
  const { hall, shed, asha } = await tellOfMarch(berlin);
  const { admin, lend } = berlin;
  await lend(shed.id, asha.id, '2026-03-31T09:00:00+02:00', 'never');
  await admin.get(api.reportKey, { params: { id: hall.id }, body: { kind: 'lost' } });
  const known = await Promise.all([
    admin.get(api.listKeys),
    admin.get(api.listUsers),
    admin.get(api.getCampus),
    admin.get(api.listDesks),
  ]);
  named = JSON.stringify([known, 'Europe/Berlin']).toLowerCase();
});
afterAll(addMarkedLanguage(printedMarks));
afterEach(() => speak('en'));
afterAll(async () => {
  vi.restoreAllMocks();
  await berlin.campus.close();
  vi.useRealTimers();
});

const files: [string, Route, query?: string][] = [
  ['the report', api.reportsPdf, '?timeRange=30d'],
  ['the night list', api.nightList],
  ['the outage sheet', api.outageSheet],
  ['who has what', api.whoHasWhatPdf],
];

async function download({ method, path }: Route, query = ''): Promise<Uint8Array> {
  const answer = await fetch(`${berlin.campus.url}/api${path}${query}`, {
    method,
    headers: {
      ...proofsOf(berlin.admin),
      origin: berlin.campus.url,
      'content-type': 'application/json',
    },
    body: method === 'POST' ? '{}' : null,
  });
  return new Uint8Array(await answer.arrayBuffer());
}

test.each(files)('%s has only words of the catalogue', async (_file, route, query) => {
  speak(markedLanguage);
  const document = await getDocumentProxy(await download(route, query));
  const { text } = await extractText(document, { mergePages: true });
  expect(text).toContain(printedMarks.open);
  const others = unmarked(text, printedMarks)
    .replace(namesAndTimes, '')
    .split(/[^\p{L}\p{M}]+/u)
    .filter((word) => /\p{L}{3}/u.test(word) && !named.includes(word.toLowerCase()));
  expect([...new Set(others)]).toEqual([]);
});

const isoDate = /\d{4}-\d\d-\d\d/;
const margin = 30;
const pageWidth = 595;

test.each([...files, ['key tags', api.keyTags] as const])(
  '%s has a glyph for every letter of every language, no text beyond its page, and dates in words',
  async (_file, route, query = '') => {
    for (const language of ['en', ...Object.keys(languages)]) {
      speak(language);
      const pdf = await download(route, query);
      const { boxes, letters } = await printedLetters(pdf);
      expect([language, boxes, letters.has('\ufffd')]).toEqual([language, 0, false]);
      const document = await getDocumentProxy(pdf);
      for (let number = 1; number <= document.numPages; number += 1) {
        const { items } = await (await document.getPage(number)).getTextContent();
        for (const item of items) {
          if (!('transform' in item) || item.str.trim() === '') continue;
          expect(item.str).not.toMatch(isoDate);
          const left = item.transform[4];
          expect(left, item.str).toBeGreaterThanOrEqual(margin);
          expect(left + item.width, item.str).toBeLessThanOrEqual(pageWidth - margin);
        }
      }
    }
  },
);
