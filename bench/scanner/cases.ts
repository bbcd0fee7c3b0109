import type { ErrorCorrection } from '../../web/src/features/scanner/testing/draw-qr.ts';
import { seededRandom } from './random.ts';

export type CodeCase = { name: string; ecc: ErrorCorrection; textFor: (seed: number) => string };

/** The kinds of code the desk is shown, each as the server writes it. */
export const codeCases: CodeCase[] = [
  { name: 'request, JSON', ecc: 'M', textFor: (seed) => JSON.stringify(request(seed)) },
  { name: 'batch of 5, JSON', ecc: 'M', textFor: (seed) => JSON.stringify(batch(seed, 5)) },
  { name: 'batch of 20, JSON', ecc: 'M', textFor: (seed) => JSON.stringify(batch(seed, 20)) },
  { name: 'compact', ecc: 'Q', textFor: (seed) => `KD:${letters(seed, 26, BASE32)}` },
];

const HEX = '0123456789abcdef';
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const ISSUED_AT = '2026-01-12T08:30:00.000Z';

function request(seed: number) {
  return {
    type: 'key-request',
    keyId: letters(seed, 24, HEX),
    userId: letters(seed + 1, 24, HEX),
    requestId: letters(seed + 2, 32, HEX),
    timestamp: ISSUED_AT,
  };
}

function batch(seed: number, size: number) {
  return {
    type: 'batch-return',
    keyIds: Array.from({ length: size }, (_, index) => letters(seed + index, 24, HEX)),
    userId: letters(seed - 1, 24, HEX),
    returnId: letters(seed - 2, 32, HEX),
    timestamp: ISSUED_AT,
  };
}

function letters(seed: number, length: number, alphabet: string): string {
  const random = seededRandom(seed);
  const letter = () => alphabet[Math.floor(random.between(0, alphabet.length))] ?? '';
  return Array.from({ length }, letter).join('');
}
