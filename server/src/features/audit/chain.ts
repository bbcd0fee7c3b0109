import { createHash } from 'node:crypto';

/** A place in the chain: how many events it reaches over, and the seal of the last of them. */
export type ChainLink = { position: number; hash: Buffer };

/** The chain before any event. */
export const chainStart: ChainLink = { position: 0, hash: Buffer.alloc(32) };

/** The seal of an event: SHA-256 over the seal before it and the event itself. */
export const nextLink = ({ position, hash }: ChainLink, canonical: string): ChainLink => ({
  position: position + 1,
  hash: createHash('sha256').update(hash).update(canonical).digest(),
});
