import { z } from 'zod';

/** How a loan ended: own return code · collected by the desk · by a volunteer · batch code. */
export const returnTypes = ['own', 'collected', 'volunteer', 'batch'] as const;
export const returnTypeSchema = z.enum(returnTypes);
export type ReturnType = z.infer<typeof returnTypeSchema>;

/** The way a key comes back. */
export type ReturnMethod = 'return-code' | 'batch-code' | 'desk' | 'self-service';

/** The return type of one loan; it depends on the way and on who brings the key. */
export function returnTypeOf(
  method: ReturnMethod,
  returnerId: string,
  holderId: string,
): ReturnType {
  if (method === 'desk') return 'collected';
  if (returnerId !== holderId) return 'volunteer';
  return method === 'batch-code' ? 'batch' : 'own';
}
