import type { Desk } from '@keydesk/shared/campus/campus';
import { describe, expect, test } from 'vitest';
import {
  awayFrom,
  type Desks,
  homeElsewhere,
  keysHere,
  restsAtOtherDesk,
  setCampus,
  storageLocationText,
  toDesks,
} from './campus.ts';
import { sampleKey } from './testing/sample-key.ts';

const main = desk('a', 'Main Desk');
const block = desk('b', 'Block D');
const closed = desk('c', 'Gate', true);

function desk(letter: string, name: string, retired = false): Desk {
  return { id: letter.repeat(24), name, place: 'Hall', phone: null, retired, version: 1 };
}

function desksAt(here: Desk | null): Desks {
  const desks = toDesks([main, block, closed], here?.id ?? null);
  if (!desks) throw new Error('There are several desks');
  return desks;
}

describe('a campus', () => {
  test.each([
    ['no desk', []],
    ['one desk', [main]],
    ['one desk that is not retired', [main, closed]],
  ])('with %s does not speak of desks', (_what, all) => {
    expect(toDesks(all, main.id)).toBeNull();
  });

  test('with two does, and knows where a browser stands if it was said', () => {
    expect(toDesks([main, block, closed], null)).toEqual({ active: [main, block], here: null });
    expect(toDesks([main, block, closed], closed.id)?.here).toBeNull();
    expect(toDesks([main, block, closed], block.id)?.here).toBe(block);
  });
});

describe('the keys here', () => {
  const keys = [
    sampleKey({ keyNumber: 'home', deskId: main.id }),
    sampleKey({ keyNumber: 'elsewhere', deskId: block.id }),
    sampleKey({ keyNumber: 'guest', deskId: block.id, awayDeskId: main.id }),
    sampleKey({ keyNumber: 'lent', deskId: main.id, awayDeskId: block.id }),
    sampleKey({ keyNumber: 'homeless' }),
    sampleKey({ keyNumber: 'of the gate', deskId: closed.id }),
  ];
  const numbers = (found: readonly { keyNumber: string }[]) => found.map((key) => key.keyNumber);

  test('are at home here, lie here, or have no home in use', () => {
    expect(numbers(keysHere(keys, desksAt(main)))).toEqual([
      'home',
      'guest',
      'lent',
      'homeless',
      'of the gate',
    ]);
  });

  test('are all of them where nobody said which desk it is', () => {
    expect(keysHere(keys, desksAt(null))).toEqual(keys);
  });

  test('are away where two desks in use are concerned', () => {
    const away = keys.filter((key) => awayFrom(key, desksAt(null)));
    expect(numbers(away)).toEqual(['guest', 'lent']);
    expect(awayFrom({ deskId: closed.id, awayDeskId: main.id }, desksAt(null))).toBeNull();
  });
});

describe('a key belongs to another desk', () => {
  test('where this desk is not its home, or where it lies away', () => {
    expect(homeElsewhere({ deskId: block.id }, desksAt(main))).toBe(block);
    expect(homeElsewhere({ deskId: block.id, awayDeskId: main.id }, desksAt(null))).toBe(block);
  });

  test('but not at its home, without one, or where nobody said which desk it is', () => {
    expect(homeElsewhere({ deskId: main.id }, desksAt(main))).toBeNull();
    expect(homeElsewhere({}, desksAt(main))).toBeNull();
    expect(homeElsewhere({ deskId: block.id }, desksAt(null))).toBeNull();
  });
});

describe('where a key hangs is told', () => {
  const hook = 'Cabinet 2 · 14';
  const shown = 'Cabinet 2, hook 14';
  test.each([
    ['by its hook alone with one desk', { deskId: main.id, hook }, null, shown],
    ['not at all without a hook', {}, null, ''],
    ['by its hook at home', { deskId: main.id, hook }, desksAt(main), shown],
    ['with its desk elsewhere', { deskId: block.id, hook }, desksAt(main), `Block D · ${shown}`],
    ['by its desk alone without a hook', { deskId: block.id }, desksAt(main), 'Block D'],
    [
      'with its desk where nobody chose one',
      { deskId: main.id, hook },
      desksAt(null),
      `Main Desk · ${shown}`,
    ],
    [
      'by where it lies while it is away',
      { deskId: block.id, awayDeskId: main.id, hook },
      desksAt(main),
      'At Main Desk, belongs at Block D',
    ],
  ])('%s', (_how, place, desks, text) => {
    const whole = shown.replaceAll(' ', '\u00a0');
    expect(storageLocationText(place, desks)).toBe(text.replace(shown, whole));
  });
});

test('the hook of a retired desk is no place, whether one desk is left or several', () => {
  setCampus({ version: '1', categories: [], departments: [], blocks: [], desks: [main, closed] });
  const place = { deskId: closed.id, hook: 'Cabinet 1 · 7' };
  expect(storageLocationText(place, desksAt(main))).toBe('Its desk, Gate, is retired');
  expect(storageLocationText(place, null)).toBe('Its desk, Gate, is retired');
});

test('a key that nobody has is at its home, or where it lies', () => {
  const away = { deskId: main.id, awayDeskId: block.id };
  expect(restsAtOtherDesk({ deskId: main.id }, desksAt(main))).toBeNull();
  expect(restsAtOtherDesk({ deskId: main.id }, desksAt(block))).toBe(main);
  expect(restsAtOtherDesk(away, desksAt(main))).toBe(block);
  expect(restsAtOtherDesk(away, desksAt(block))).toBeNull();
  expect(restsAtOtherDesk({}, desksAt(main))).toBeNull();
  expect(restsAtOtherDesk({ deskId: closed.id, awayDeskId: block.id }, desksAt(main))).toBe(block);
  expect(restsAtOtherDesk(away, null)).toBeNull();
});
