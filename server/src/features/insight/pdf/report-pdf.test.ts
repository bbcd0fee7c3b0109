import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { insertKey } from '../../../../test/factories/keys.ts';
import { insertUser } from '../../../../test/factories/users.ts';
import { proofsOf } from '../../../../test/test-client.ts';
import { gurmukhi } from '../../../core/files/testing/gurmukhi.ts';
import { namesOfScripts } from '../../../core/files/testing/names.ts';
import { printedLetters, visibleLetters } from '../../../core/files/testing/printed-letters.ts';
import {
  april1st,
  type BerlinCampus,
  openBerlin,
  stopClocksAt,
  tellOfMarch,
} from '../testing/berlin-days.ts';

const scripts = new Set(['Latin', 'Devanagari', 'Urdu', 'Tamil']);
const names = [
  ...namesOfScripts.filter(([script]) => scripts.has(script)).map(([, name]) => name),
  gurmukhi.name,
];

let berlinCampus: BerlinCampus;

beforeAll(async () => {
  stopClocksAt(april1st);
  berlinCampus = await openBerlin({ PDF_FONTS: gurmukhi.fontFile });
  await tellOfMarch(berlinCampus);
});
afterAll(async () => {
  await berlinCampus.campus.close();
  vi.useRealTimers();
});

async function download(query = '') {
  const { campus, admin } = berlinCampus;
  const answer = await fetch(`${campus.url}/api/dashboard/reports/pdf${query}`, {
    headers: proofsOf(admin),
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  const document = await getDocumentProxy(new Uint8Array(bytes));
  const { text } = await extractText(document);
  return { answer, bytes, document, pages: text.map((page) => page.replace(/\s+/g, ' ')) };
}

const downloads = new Map<string, ReturnType<typeof download>>();

/** The same report once more without printing it again. */
function downloaded(query = '') {
  const known = downloads.get(query) ?? download(query);
  downloads.set(query, known);
  return known;
}

async function readPages(query?: string) {
  return (await downloaded(query)).pages;
}

describe('the report as a PDF file', () => {
  test('is saved under the name of its range and the date of the campus', async () => {
    const { answer } = await downloaded('?timeRange=30d');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('content-disposition')).toBe(
      'attachment; filename="keydesk-report-30d-2026-04-01.pdf"',
    );
  });

  test('of own dates says which, and that no sign-ins are known of long ago', async () => {
    const { answer, pages } = await downloaded('?from=2025-10-01&to=2026-03-30');
    expect(answer.headers.get('content-disposition')).toBe(
      'attachment; filename="keydesk-report-2025-10-01-to-2026-03-30-2026-04-01.pdf"',
    );
    const text = pages.join(' ');
    expect(text).toContain('Own dates');
    expect(text).toContain('1 Oct 2025 to 30 Mar 2026');
    expect(text).toContain('Pale line: the previous 181 days.');
    expect(text).toContain('Sign-ins are kept for 120 days');
  });

  test('has upright A4 pages, confidential and numbered', async () => {
    const { document, pages } = await downloaded('?timeRange=90d');
    expect(pages.length).toBeGreaterThan(1);
    for (const [index, text] of pages.entries()) {
      const { width, height } = (await document.getPage(index + 1)).getViewport({ scale: 1 });
      expect([Math.round(width), Math.round(height)]).toEqual([595, 842]);
      expect(text).toContain('Confidential Report');
      expect(text).toContain(`Page ${index + 1} of ${pages.length}`);
    }
  });

  test.each([
    ['1d', 'Last 24 Hours', '31 Mar 2026, 11:00 to 1 Apr 2026, 10:00'],
    ['7d', 'Last 7 Days', '26 Mar 2026 to 1 Apr 2026'],
    ['30d', 'Last 30 Days', '3 Mar 2026 to 1 Apr 2026'],
    ['90d', 'Last 90 Days', '2 Jan 2026 to 1 Apr 2026'],
  ])('names the range %s as what it is', async (timeRange, label, dates) => {
    const [first] = await readPages(`?timeRange=${timeRange}`);
    expect(first).toContain('Keydesk Analytics & Reports');
    expect(first).toContain(`Time range: ${label} `);
    expect(first).toContain(`Dates: ${dates} `);
    expect(first).toContain('Generated: 1 Apr 2026, 10:00 (Europe/Berlin)');
  });

  test('says the figures of the campus', async () => {
    const text = (await readPages()).join(' ');
    expect(text).toContain('6 Total users 5 Active users 0 New users');
    expect(text).toContain('10 keys handed out; 60.0% of keys');
    expect(text).toContain(
      'A Hall Computer Science Engineering 5 B Room Computer Science Engineering 3 C Shed Electrical & Electronics Engineering 2',
    );
    expect(text).toContain('00:00 - 01:00 4 23:00 - 00:00 3');
    expect(text).toContain('5 Total keys 1 Keys in use 4 Available keys 20.0% Usage rate');
    expect(text.match(/Maximum: \d+/g)).toEqual(['Maximum: 4', 'Maximum: 4', 'Maximum: 4']);
    expect(text).toMatch(/Registration trend .*26 Mar 2026 0 .*1 Apr 2026 0/);
  });

  test('shows the filters it was asked for, and what they leave', async () => {
    expect((await readPages())[0]).toContain('Department: All User role: All');
    const text = (await readPages('?department=EEE&role=security')).join(' ');
    expect(text).toContain('Department: Electrical & Electronics Engineering User role: Security');
    expect(text).toContain('2 keys handed out');
    expect(text).not.toContain('A Hall');
    expect(text).toContain('No department data available');
  });

  test('draws its charts as lines, not as pixels', async () => {
    const { bytes, document } = await downloaded();
    expect(bytes.includes('/Subtype /Image')).toBe(false);
    const withCharts = await (await document.getPage(1)).getOperatorList();
    expect((await readPages())[0]).toContain('26 Mar 27 Mar 28 Mar 29 Mar 30 Mar 31 Mar 1 Apr');
    const without = (await downloaded('?department=AIML&role=admin')).document;
    const withoutCharts = await (await without.getPage(1)).getOperatorList();
    expect(withCharts.fnArray.length).toBeGreaterThan(withoutCharts.fnArray.length + 60);
  });

  test('says which line is which, and what a role cannot filter', async () => {
    const [first] = await readPages();
    expect(first).toContain('Ring: today so far. Pale line: the previous 7 days to the same time.');
    expect(first).not.toContain('For everyone:');
    expect((await readPages('?timeRange=1d'))[0]).toContain(
      'Ring: this hour so far. Pale line: the previous 24 hours to the same time.',
    );
    const filtered = (await readPages('?department=EEE&role=security')).join(' ');
    expect(filtered).toContain('For everyone: the role filter applies to people only.');
    expect(filtered).toContain('For everyone: department and role filters do not apply');
  });

  test.each(['', '?timeRange=1d', '?timeRange=30d', '?timeRange=90d'])(
    'cuts off no label of a chart %s',
    async (query) => {
      const { items } = await (
        await (await downloaded(query)).document.getPage(1)
      ).getTextContent();
      const margin = 40;
      const rightmost = items.flatMap((item) =>
        'transform' in item ? [item.transform[4] + item.width] : [],
      );
      expect(rightmost.length).toBeGreaterThan(20);
      expect(Math.max(...rightmost)).toBeLessThanOrEqual(595.3 - margin);
    },
  );

  test('writes names in the letters they have', async () => {
    const { campus, lend } = berlinCampus;
    const holder = await insertUser(campus.db);
    for (const [index, keyName] of names.entries()) {
      const key = await insertKey(campus.db, { keyName, department: 'IT' });
      await lend(key.id, holder.id, `2026-04-01T0${index}:30:00+02:00`);
    }
    const { letters, boxes } = await printedLetters((await downloaded('?department=IT')).bytes);
    expect(boxes).toBe(0);
    const wanted = visibleLetters(names.join(''));
    expect(wanted.filter((letter) => !letters.has(letter))).toEqual([]);
  });

  test('can be asked for twice at once', async () => {
    const [one, other] = await Promise.all([download(), download('?timeRange=1d')]);
    expect(one.pages.join()).toContain('Last 7 Days');
    expect(other.pages.join()).toContain('Last 24 Hours');
  });
});
