import { z } from 'zod';

/** How a loan ended: by the holder's own code · collected by the desk · volunteer · batch. */
export const returnTypes = ['own', 'collected', 'volunteer', 'batch'] as const;
export const returnTypeSchema = z.enum(returnTypes);
export type ReturnType = z.infer<typeof returnTypeSchema>;

/** By which way a key comes back. */
export type ReturnMethod = 'return-code' | 'batch-code' | 'desk' | 'self-service';

/** The return type of one loan: who brings the key decides together with the way. */
export function returnTypeOf(way: ReturnMethod, returnerId: string, holderId: string): ReturnType {
  if (way === 'desk') return 'collected';
  if (returnerId !== holderId) return 'volunteer';
  return way === 'batch-code' ? 'batch' : 'own';
}
