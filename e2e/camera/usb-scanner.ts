import { setTimeout } from 'node:timers/promises';
import type { Page } from '@playwright/test';

const endKeys = {
  Enter: { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' },
  Tab: { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 },
};

/** A key of a scanner: what it types at this computer, and which key of a US keyboard it is. */
export type ScannerKey = { key: string; text: string; code?: string; modifiers?: number };

/** A little longer than after its end the second key of a scanner may come, in milliseconds. */
const secondEndMs = 70;

/** A scanner as fast as they get, with one key a millisecond. */
export function scanCode(page: Page, text: string | readonly ScannerKey[]): Promise<void> {
  return typeWithGap(page, text, 1);
}

/**
 * Types a text and Enter, or Tab, with `gap` milliseconds between the keys by the browser's clock.
 */
export async function typeWithGap(
  page: Page,
  text: string | readonly ScannerKey[],
  gap: number,
  end: keyof typeof endKeys = 'Enter',
): Promise<void> {
  const keyboard = await page.context().newCDPSession(page);
  const start = Date.now();
  const keys = typeof text === 'string' ? [...text].map((key) => ({ key, text: key })) : text;
  // Sent in order, but without waiting for each to be handled.
  const events = [...keys, endKeys[end]].flatMap((key, index) => {
    const timestamp = (start + index * gap) / 1000;
    const { text: _, ...released } = { text: '', ...key };
    return [
      keyboard.send('Input.dispatchKeyEvent', { type: 'keyDown', ...key, timestamp }),
      keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', ...released, timestamp }),
    ];
  });
  await Promise.all(events);
  // A scanner takes that long, and a key that a person presses earlier would be one of its own; so
  // would an Enter right after its end, since some scanners end with two keys.
  await setTimeout(start + keys.length * gap + secondEndMs - Date.now());
  await keyboard.detach();
}

const shift = 8;

/** A key that types nothing by itself; what it marks comes with the next. */
function deadKey(code: string, modifiers = 0): ScannerKey {
  return { key: 'Dead', text: '', code, modifiers };
}

/** What a US scanner types on a French layout, whose braces and brackets are dead keys. */
export function typedOnFrench(text: string): ScannerKey[] {
  return Array.from(text, (character) => {
    if (character === '{') return deadKey('BracketLeft', shift);
    if (character === '[') return deadKey('BracketLeft');
    const place = frenchKeys[character];
    if (!place) throw new Error(`No key for ${character}`);
    const [code, modifiers, typed] = place;
    return { key: typed, text: typed, code, modifiers };
  });
}

type Place = [code: string, modifiers: number, typed: string];

const frenchDigits = 'à&é"\'(-è_ç';
const moved: Record<string, string> = { a: 'q', q: 'a', w: 'z', z: 'w', m: ',' };
const frenchKeys: Record<string, Place> = {
  '"': ['Quote', shift, '%'],
  ':': ['Semicolon', shift, 'M'],
  ',': ['Comma', 0, ';'],
  '-': ['Minus', 0, ')'],
  '.': ['Period', 0, ':'],
  '}': ['BracketRight', shift, '£'],
  ']': ['BracketRight', 0, '$'],
  ...Object.fromEntries(
    [...frenchDigits].map((typed, digit) => [String(digit), [`Digit${digit}`, 0, typed]]),
  ),
  ...Object.fromEntries(
    [...'abcdefghijklmnopqrstuvwxyz'].flatMap((letter): [string, Place][] => {
      const typed = moved[letter] ?? letter;
      const upper = letter.toUpperCase();
      return [
        [letter, [`Key${upper}`, 0, typed]],
        [upper, [`Key${upper}`, shift, typed === ',' ? '?' : typed.toUpperCase()]],
      ];
    }),
  ),
};
