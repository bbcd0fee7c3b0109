import { z } from 'zod';
import { dataEnvelope, route } from '../http/route.ts';

/** What every page needs to know about the installation, signed in or not. */
export const publicConfigSchema = z.object({
  productName: z.string(),
  /** What the sign-in provider is called. */
  signInName: z.string(),
  version: z.string(),
  environment: z.enum(['local', 'dev', 'pro']),
  /** Validity of request and return codes, seconds. */
  validitySeconds: z.int(),
  /** Validity of batch-return codes, seconds. */
  batchValiditySeconds: z.int(),
  /** Keys are due at this time of day (HH:MM) in this IANA time zone. */
  reminderTime: z.string(),
  campusTimezone: z.string(),
  /** Departments that people can register with, in the order they are offered. */
  departments: z.array(z.object({ code: z.string(), label: z.string() })),
  /** The public key that web push subscriptions need. */
  pushPublicKey: z.string(),
  /** The server's clock when it answered. */
  now: z.iso.datetime(),
});
export type PublicConfig = z.infer<typeof publicConfigSchema>;

const linkSchema = z.url({ protocol: /^https?$/ }).optional();

/** What the About page shows. */
export const aboutSchema = z.object({
  project: z.object({ title: z.string().min(1), description: z.string() }),
  team: z.array(
    z.object({
      name: z.string().min(1),
      role: z.string(),
      avatar: z.string().optional(),
      socials: z
        .object({ github: linkSchema, linkedin: linkSchema, twitter: linkSchema })
        .default({}),
    }),
  ),
});
export type About = z.infer<typeof aboutSchema>;

export const aboutRoutes = {
  getAbout: route({
    method: 'GET',
    path: '/about',
    summary: 'The project and its team, as this installation describes them',
    access: 'public',
    ownership: 'none',
    response: z.object({ success: z.literal(true), ...aboutSchema.shape }),
  }),
  getConfig: route({
    method: 'GET',
    path: '/config',
    summary: 'What a signed-out page needs to know about this installation',
    access: 'public',
    ownership: 'none',
    response: dataEnvelope(publicConfigSchema),
  }),
};
