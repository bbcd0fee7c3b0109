import type { FastifyInstance } from 'fastify';
import { runEvery } from '../../platform/jobs/jobs.ts';

const checkEveryMs = 60_000;
const defaultTimeoutMs = 10_000;

/**
 * Checks the provider every minute while the server runs, and logs when the result changes. The
 * returned function says why nobody can sign in, or undefined.
 */
export function monitorProvider(app: FastifyInstance, issuer: string): () => string | undefined {
  let problem: string | undefined;
  let stop = (): void => undefined;
  const check = async (): Promise<void> => {
    const before = problem;
    problem = await checkProvider(issuer);
    if (problem && problem !== before) app.log.warn(`nobody new can sign in: ${problem}`);
    if (!problem && before) app.log.info(`people can sign in again: ${issuer} answers`);
  };
  const onError = (error: unknown) => app.log.error({ err: error }, 'sign-in provider');
  app.addHook('onListen', async () => {
    stop = runEvery(checkEveryMs, check, onError);
    check().catch(onError);
  });
  app.addHook('preClose', async () => stop());
  return () => problem;
}

/** Why this machine cannot use the provider, naming the host; undefined if it can. */
export async function checkProvider(
  issuer: string,
  timeoutMs = defaultTimeoutMs,
): Promise<string | undefined> {
  const base = issuer.replace(/\/$/, '');
  const { host } = new URL(issuer);
  try {
    const answer = await fetch(`${base}/.well-known/openid-configuration`, {
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!answer.ok) return `${host} answers ${answer.status} when asked for its configuration`;
    const { issuer: named } = (await answer.json()) as { issuer?: unknown };
    return String(named).replace(/\/$/, '') === base
      ? undefined
      : `${host} does not call itself ${issuer}`;
  } catch (error) {
    return `${host} ${describeError(error as Error, timeoutMs)}`;
  }
}

function describeError(error: Error, timeoutMs: number): string {
  if (error.name === 'TimeoutError') return `does not answer within ${timeoutMs / 1000} s`;
  if (error instanceof SyntaxError) return 'does not answer with an OpenID configuration';
  const { code, message } = (error.cause ?? error) as NodeJS.ErrnoException;
  return `cannot be reached (${code ?? message})`;
}
