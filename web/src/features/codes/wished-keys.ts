import type { CodeWish } from '@keydesk/shared/handovers/qr-generation';

/** The keys that a code is about. */
export const wishedKeys = (wish: CodeWish): readonly string[] =>
  wish.type === 'batch-return' ? wish.keyIds : [wish.keyId];
