import { z } from 'zod';
import { dataEnvelope } from '../http/envelope.ts';
import { route } from '../http/route.ts';

export const publicConfigSchema = z.object({
  productName: z.string(),
  version: z.string(),
  environment: z.enum(['local', 'dev', 'pro']),
  /** Validity of request and return codes, seconds. */
  validitySeconds: z.int(),
  /** Validity of batch-return codes, seconds. */
  batchValiditySeconds: z.int(),
  /** The server's clock when it answered. */
  now: z.iso.datetime(),
});
export type PublicConfig = z.infer<typeof publicConfigSchema>;

export const aboutRoutes = {
  getConfig: route({
    method: 'GET',
    path: '/config',
    summary: 'What a signed-out page needs to know about this installation',
    access: 'public',
    ownership: 'none',
    response: dataEnvelope(publicConfigSchema),
  }),
};
