import { dayMs } from '@keydesk/shared/durations';
import type { FastifyInstance } from 'fastify';
import { notFoundBody, notFoundStatus } from './error-handler.ts';

const path = '/.well-known/security.txt';
const validDays = 180;

/** Serves the contact for vulnerabilities (RFC 9116), where the installation has one. */
export function serveSecurityTxt(
  app: FastifyInstance,
  { securityContact, publicUrl }: { securityContact: string | undefined; publicUrl: string },
): void {
  app.get(path, async (_request, reply) => {
    if (!securityContact) return reply.code(notFoundStatus).send(notFoundBody());
    const expires = new Date(Date.now() + validDays * dayMs).toISOString();
    return reply
      .header('cache-control', 'no-cache')
      .type('text/plain; charset=utf-8')
      .send(`Contact: ${securityContact}\nExpires: ${expires}\nCanonical: ${publicUrl}${path}\n`);
  });
}
