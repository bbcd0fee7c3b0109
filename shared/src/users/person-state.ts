import { z } from 'zod';

/**
 * Where a person stands: `waiting` has registered and is to be accepted by an admin, `suspended` and
 * `removed` are kept out and can be restored.
 */
export const personStates = ['active', 'waiting', 'suspended', 'removed'] as const;
export const personStateSchema = z.enum(personStates);
export type PersonState = z.infer<typeof personStateSchema>;

/** What an admin can make of a person; removing is a call of its own. */
export const settableStates = ['active', 'suspended'] as const;
export type SettableState = (typeof settableStates)[number];
