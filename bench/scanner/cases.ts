import { formatToken, secretAlphabet, secretLength } from '@keydesk/shared/loans/qr-parse';
import { type CodeType, toQrPayload } from '@keydesk/shared/loans/qr-payload';
import type { ErrorCorrection } from '../../web/src/features/loans/scanner/testing/draw-qr.ts';
import { type Random, seededRandom } from './random.ts';

export type CodeCase = {
  name: string;
  form: 'JSON' | 'compact';
  ecc: ErrorCorrection;
  textFor: (seed: number) => string;
};

export const codeCases: CodeCase[] = [
  jsonCase('request', 'key-request', 1),
  jsonCase('batch of 5', 'batch-return', 5),
  jsonCase('batch of 10', 'batch-return', 10),
  jsonCase('batch of 20', 'batch-return', 20),
  {
    name: 'any code, compact',
    form: 'compact',
    ecc: 'Q',
    textFor: (seed) => formatToken(secret(seededRandom(seed))),
  },
];

function jsonCase(name: string, type: CodeType, keys: number): CodeCase {
  const textFor = (seed: number) => json(seed, type, keys);
  return { name: `${name}, JSON`, form: 'JSON', ecc: 'M', textFor };
}

function json(seed: number, type: CodeType, keys: number): string {
  const random = seededRandom(seed);
  const id = () => letters(random, 24, '0123456789abcdef');
  const payload = toQrPayload({
    type,
    keyIds: Array.from({ length: keys }, id),
    userId: id(),
    issuedAt: new Date(Date.UTC(2026, 0, 12, 8, 30)),
    secret: secret(random),
  });
  return JSON.stringify(payload);
}

function secret(random: Random): string {
  return letters(random, secretLength, secretAlphabet);
}

function letters(random: Random, length: number, alphabet: string): string {
  const letter = () => alphabet[Math.floor(random.between(0, alphabet.length))] ?? '';
  return Array.from({ length }, letter).join('');
}
