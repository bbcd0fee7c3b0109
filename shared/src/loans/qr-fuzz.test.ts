import fc from 'fast-check';
import { describe, expect, inject, test } from 'vitest';
import { parseQrData } from './qr-parse.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** How many times as much strange input as usual the fuzz tests send. */
    thoroughness: number;
  }
}

describe('whatever is scanned', () => {
  const field = <T>(likely: fc.Arbitrary<T>) =>
    fc.option(fc.oneof(likely, fc.jsonValue()), { nil: undefined });
  const id = fc.stringMatching(/^[0-9a-f]{24}$/);
  const nearlyACode = fc.record({
    type: field(fc.constantFrom('key-request', 'key-return', 'batch-return')),
    keyId: field(id),
    keyIds: field(fc.array(fc.oneof(id, fc.jsonValue()))),
    userId: field(id),
    timestamp: field(fc.oneof(fc.date().map(String), fc.double(), fc.string())),
    requestId: field(fc.string()),
    returnId: field(fc.string()),
  });
  const anything = fc.oneof(fc.string(), fc.json(), fc.jsonValue(), fc.anything(), nearlyACode);

  const judge = (qrData: unknown): void => {
    const parsed = parseQrData(qrData);
    if (!parsed.ok) {
      expect(parsed.error.message).toMatch(/^Invalid QR code: ./);
      return;
    }
    const { keyIds, userId, timestamp } = parsed.code;
    expect(keyIds.length).toBeGreaterThan(0);
    for (const found of keyIds) expect(found).toMatch(/^[0-9a-f]{24}$/);
    if (userId !== null) expect(userId).toMatch(/^[0-9a-f]{24}$/);
    expect(timestamp?.getTime()).not.toBeNaN();
  };

  test(
    'it is refused with a reason or yields well-formed ids, and never throws',
    () => {
      const numRuns = 2_500 * inject('thoroughness');
      fc.assert(fc.property(anything, judge), { numRuns });
      fc.assert(
        fc.property(nearlyACode, (record) => judge(JSON.stringify(record))),
        { numRuns },
      );
    },
    20_000 * inject('thoroughness'),
  );
});
