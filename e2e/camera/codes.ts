/** A code as long as JSON ones get before they are drawn compactly. */
export const LONG_CODE = JSON.stringify({
  type: 'batch-return',
  keyIds: Array.from({ length: 6 }, (_, index) => `65f0c0ffee00000000000${index}ab`),
  userId: '65f0c0ffee00000000000abc',
  returnId: '0123456789abcdef0123456789abcdef',
});

export const COMPACT_CODE = 'KD:0123456789ABCDEFGHJKMNPQRS';
export const OTHER_CODE = 'KD:ZYXWVTSRQPNMKJHGFEDCBA9876';
