import { z } from 'zod';

/**
 * What a scanned code asks of the desk (spec §5, recognised shapes): return a batch of keys · return
 * one key · hand one out.
 */
export const scanShapes = ['batch', 'return', 'request'] as const;
export const scanShapeSchema = z.enum(scanShapes);
export type ScanShape = z.infer<typeof scanShapeSchema>;
