/** As long as JSON codes get; longer ones are shown as a compact token. */
export const longCode = JSON.stringify({
  type: 'batch-return',
  keyIds: Array.from({ length: 20 }, (_, index) => `65f0c0ffee000000000${100 + index}ab`),
  userId: '65f0c0ffee00000000000abc',
  timestamp: '2026-01-12T08:30:00.000Z',
  returnId: '0123456789ABCDEFGHJKMNPQRS',
});

export const compactCode = 'KD:0123456789ABCDEFGHJKMNPQRS';
export const otherCode = 'KD:ZYXWVTSRQPNMKJHGFEDCBA9876';

/** What a poster on the wall behind the counter may hold. */
export const poster = 'https://example.test/come-to-the-concert';
