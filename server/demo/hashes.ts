import type { Database } from '../src/db/client.ts';
import { hashPin } from '../src/features/duty/pin.ts';
import { createCardHash } from '../src/features/people/cards.ts';
import type { DemoHashes } from './desks.ts';

/** Stores PINs and cards as the application does. */
export function demoHashes(db: Database): DemoHashes {
  return { hashPin, hashCard: createCardHash(db) };
}
