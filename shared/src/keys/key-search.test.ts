import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { registrationDepartments } from '../campus/campus.ts';
import { keyBlocks, keyCategories, keyDepartments } from '../campus/testing/new-campus.ts';
import type { Key } from './key.ts';
import { findTakenKeys, matchingKeys, searcherOn, searchKeys } from './key-search.ts';

const physics = {
  keyName: 'Physics Lab',
  keyNumber: 'ECE-204',
  category: 'lab',
  department: 'CSE',
  block: 'PG',
  location: 'Second floor, north',
} as const;

function keyWith(change: Partial<Key>): Key {
  return { ...physics, takenBy: null, ...change } as Key;
}

function isFound(term: string, change: Partial<Key> = {}): boolean {
  return matchingKeys([keyWith(change)], term).length > 0;
}

describe('a key is found by a part of', () => {
  test.each([
    ['its name', 'sics la'],
    ['its number', '-204'],
    ['its category', 'lab'],
    ['its department', 'cse'],
    ['its block', 'pg'],
    ['its location', 'NORTH'],
    ['anything, with spaces around', '  physics '],
    ['several fields, in any order', 'lab cse north'],
    ['the same field, in any order', 'lab \t physics'],
    ['its number without the hyphen', 'ece204'],
    ['its number with a space', 'ece 204'],
    ['its number with other hyphens', 'EC-E20-4'],
  ])('%s', (_what, term) => {
    expect(isFound(term)).toBe(true);
  });
});

test.each(['', '   '])('every key matches %j', (term) => {
  expect(isFound(term)).toBe(true);
});

test('a number with a space is found by one with a hyphen, and without either', () => {
  for (const term of ['B-204', 'b204', 'b 204', 'b-20'])
    expect(isFound(term, { keyNumber: 'B 204' }), term).toBe(true);
});

const foundNowhere = ['chemistry', 'lab chemistry', '.*', '205', '204lab', 'e204', 'physics-lab'];
test.each([...foundNowhere, '--', 'ab hysics', 'lab oor'])('%j finds nothing', (term) => {
  expect(isFound(term)).toBe(false);
});

test('what contains the typed text comes alone, and only without it are words tried', () => {
  const keys = [
    keyWith({ keyNumber: 'A-1', location: 'Floor 3' }),
    keyWith({ keyNumber: 'A-3', location: 'Floor 1' }),
    keyWith({ keyNumber: 'B-7', location: 'Floor 2', hook: '3' }),
  ];
  expect(matchingKeys(keys, 'Floor 3')).toEqual(keys.slice(0, 1));
  expect(matchingKeys(keys, '3')).toEqual(keys.slice(0, 2));
  expect(matchingKeys(keys, '3 floor')).toEqual(keys);
  expect(matchingKeys(keys, 'b 3 floor')).toEqual(keys.slice(2));
});

test('accents and apostrophes make no difference, in what is typed or in the key', () => {
  const keyName = 'Café Łódź, O’Brien’s Straße';
  for (const term of ['cafe lodz', 'CAFÉ', "o'brien", 'obriens', 'STRASSE', 'łodz'])
    expect(isFound(term, { keyName }), term).toBe(true);
});

test('what pages call its department, block or category finds a key, alone and with other words', () => {
  const entry = (code: string, label: string) => ({
    code,
    label,
    position: 1,
    retired: false,
    version: 1,
  });
  const ofPeople = { registers: true, lends: true, peopleCode: null, headId: null };
  const campus = {
    departments: [{ ...entry('CSE', 'Computer Science Engineering'), ...ofPeople }],
    blocks: [entry('PG', 'Édifice Pasteur')],
    categories: [entry('lab', 'Workshop')],
  };
  const searcher = searcherOn(campus, null);
  const other = { department: 'MECH', block: 'H', category: 'office' };
  const keys = [keyWith({ department: 'CSE' }), keyWith(other)];
  for (const term of [
    'computer science',
    'Computer Science 204 physics',
    'pasteur',
    'workshop 204',
  ])
    expect(searchKeys(keys, term, searcher), term).toEqual(keys.slice(0, 1));
  expect(findTakenKeys(keys, 'engineering', searcher)).toEqual(keys.slice(0, 1));
});

test('among keys that are out, a word may be in the holder’s name', () => {
  const out = keyWith({ takenBy: { userId: 'a'.repeat(24), name: 'Rohan Chatterjee' } });
  const searcher = { department: null };
  expect(findTakenKeys([out], 'lab rohan', searcher)).toEqual([out]);
  expect(findTakenKeys([out], 'lab asha', searcher)).toEqual([]);
});

test('keys that are out are ranked as all others are, those found by their holder last', () => {
  const takenBy = { userId: 'a'.repeat(24), name: 'Rohan 12' };
  const keys = [
    keyWith({ keyNumber: 'A', takenBy }),
    keyWith({ keyNumber: 'C-12', department: 'CSE' }),
    keyWith({ keyNumber: '12', department: 'CSE' }),
    keyWith({ keyNumber: 'C-120', department: 'AIML' }),
  ];
  const found = findTakenKeys(keys, '12', { department: 'CSE-AIML' });
  expect(found.map(({ keyNumber }) => keyNumber)).toEqual(['C-120', '12', 'C-12', 'A']);
});

describe('what is found comes', () => {
  const numbersOf = (keys: readonly Key[]) => keys.map(({ keyNumber }) => keyNumber);

  test('by how well it matches, otherwise in the given order', () => {
    const keys = [
      keyWith({ keyNumber: 'A', location: 'Beside 12' }),
      keyWith({ keyNumber: 'B', keyName: '12 o’clock' }),
      keyWith({ keyNumber: 'C-12' }),
      keyWith({ keyNumber: 'C-120' }),
      keyWith({ keyNumber: '12-A' }),
      keyWith({ keyNumber: '12' }),
    ];
    const found = searchKeys(keys, ' 12 ', { department: null });
    expect(numbersOf(found)).toEqual(['12', '12-A', 'C-12', 'C-120', 'B', 'A']);
  });

  test('with whole words of number and name before parts of words', () => {
    const keys = [
      keyWith({ keyNumber: 'CSE-201', keyName: 'Lab 12' }),
      keyWith({ keyNumber: 'CSE-202', keyName: 'Labour Room 2' }),
      keyWith({ keyNumber: 'CSE-203', keyName: 'Programming Lab 2' }),
      keyWith({ keyNumber: 'CSE-204', keyName: 'Lab 21' }),
    ];
    const found = searchKeys(keys, 'CSE lab 2', { department: null });
    expect(numbersOf(found)).toEqual(['CSE-203', 'CSE-201', 'CSE-202', 'CSE-204']);
    expect(numbersOf(searchKeys(keys, 'lab 2', { department: null }))[0]).toBe('CSE-203');
  });

  test('with the number that was meant first, whatever separates its parts', () => {
    const keys = [
      keyWith({ keyNumber: '1204', location: 'B 204' }),
      keyWith({ keyNumber: 'B-2041' }),
      keyWith({ keyNumber: 'B 204' }),
    ];
    for (const term of ['b-204', 'b204', 'b 204'])
      expect(numbersOf(searchKeys(keys, term, { department: null }))[0]).toBe('B 204');
  });

  test('from the searcher’s own department first, whatever keys call it', () => {
    const keys = [
      keyWith({ keyNumber: '7', department: 'CSE' }),
      keyWith({ keyNumber: 'X-7', department: 'AIML' }),
    ];
    const found = searchKeys(keys, '7', { department: 'CSE-AIML' });
    expect(numbersOf(found)).toEqual(['X-7', '7']);
  });

  test('exactly as a slow and obvious search would list it', () => {
    const word = fc.stringMatching(/^[abAB1-]{1,3}$/);
    const text = fc.array(word, { maxLength: 3 }).map((words) => words.join(' '));
    const anyKey = fc
      .record({
        keyNumber: text,
        keyName: text,
        location: text,
        category: fc.constantFrom(...keyCategories),
        department: fc.constantFrom(...keyDepartments),
        block: fc.constantFrom(...keyBlocks),
      })
      .map(keyWith);
    const term = fc.oneof(text, fc.constantFrom('', ' ', 'cse a', 'lab 1  a', '\tB\n'));
    const department = fc.constantFrom(null, ...registrationDepartments.map(({ value }) => value));
    fc.assert(
      fc.property(fc.array(anyKey), term, department, (keys, searched, own) => {
        const found = searchKeys(keys, searched, { department: own });
        expect(found).toEqual(obviousSearch(keys, searched, own));
        expect(new Set(found)).toEqual(new Set(matchingKeys(keys, searched)));
      }),
    );
  });
});

/** Filters and sorts, one field and one key after another. */
function obviousSearch(keys: readonly Key[], searched: string, own: string | null): Key[] {
  const words = searched
    .toUpperCase()
    .split(' ')
    .flatMap((part) => part.split(/[\t\n]/))
    .filter((word) => word !== '');
  if (words.length === 0) return [...keys];
  const term = words.join(' ');
  const isOwn = ({ department }: Key) => (department === 'AIML' ? 'CSE-AIML' : department) === own;
  const matches: ((key: Key) => boolean)[] = [
    ({ keyNumber }) =>
      words.includes(keyNumber.toUpperCase()) || bare(keyNumber.toUpperCase()) === bare(term),
    ({ keyNumber }) => keyNumber.toUpperCase().indexOf(term) === 0,
    ({ keyNumber }) => keyNumber.toUpperCase().includes(term),
    (key) => words.every((word) => isWhole(word, [key.keyNumber, key.keyName])),
    ({ keyName }) => keyName.toUpperCase().indexOf(term) === 0,
    () => true,
  ];
  const rank = (key: Key) => matches.findIndex((isMatch) => isMatch(key));
  const containing = keys.filter(
    (key) => fieldsOf(key).some((field) => field.includes(term)) || beginsNumber(term, key),
  );
  const byWords = keys.filter((key) => words.every((word) => beginsWord(word, key)));
  return (containing.length > 0 ? containing : byWords).sort(
    (one, other) => Number(isOwn(other)) - Number(isOwn(one)) || rank(one) - rank(other),
  );
}

function beginsWord(word: string, key: Key): boolean {
  const begins = (field: string) =>
    [...field].some((_, at) => field.startsWith(word, at) && !/[A-Z0-9]/.test(field[at - 1] ?? ''));
  return fieldsOf(key).some(begins) || beginsNumber(word, key);
}

function beginsNumber(term: string, key: Key): boolean {
  return bare(term) !== '' && bare(key.keyNumber.toUpperCase()).indexOf(bare(term)) === 0;
}

function bare(text: string): string {
  return [...text].filter((character) => character !== '-' && character !== ' ').join('');
}

/** Whether the word stands in one of the fields with no letter or digit beside it. */
function isWhole(word: string, fields: readonly string[]): boolean {
  return fields.some((field) => {
    const text = ` ${field.toUpperCase()} `;
    return [...text].some(
      (_, at) =>
        text.startsWith(word, at) &&
        !/[A-Z0-9]/.test(text[at - 1] ?? '') &&
        !/[A-Z0-9]/.test(text[at + word.length] ?? ''),
    );
  });
}

function fieldsOf({ keyName, keyNumber, category, department, block, location }: Key): string[] {
  const fields = [keyName, keyNumber, category, department, block, location];
  return fields.map((field) => field.toUpperCase());
}
