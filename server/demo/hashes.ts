import { hashPin } from '../src/features/duty/pin-hash.ts';
import { createCardHash } from '../src/features/people/cards.ts';
import type { Database } from '../src/platform/db/client.ts';
import type { DemoHashes } from './desks.ts';

/** Stores PINs and cards as the application does. */
export function demoHashes(db: Database): DemoHashes {
  return { hashPin, hashCard: createCardHash(db) };
}
