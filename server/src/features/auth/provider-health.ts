import type { FastifyInstance } from 'fastify';
import { runEvery } from '../../platform/jobs/jobs.ts';

const checkEveryMs = 60_000;
const defaultTimeoutMs = 10_000;

/**
 * Asks the provider from start to stop, every minute, and tells in the log when the answer changes.
 * The returned function says why nobody new can sign in.
 */
export function monitorProvider(app: FastifyInstance, issuer: string): () => string | undefined {
  let fault: string | undefined;
  let stop = (): void => undefined;
  const ask = async (): Promise<void> => {
    const before = fault;
    fault = await checkProvider(issuer);
    if (fault && fault !== before) app.log.warn(`nobody new can sign in: ${fault}`);
    if (!fault && before) app.log.info(`people can sign in again: ${issuer} answers`);
  };
  const onError = (error: unknown) => app.log.error({ err: error }, 'sign-in provider');
  app.addHook('onListen', async () => {
    stop = runEvery(checkEveryMs, ask, onError);
    ask().catch(onError);
  });
  app.addHook('preClose', async () => stop());
  return () => fault;
}

/** What keeps this machine from using the provider: which host, and why. */
export async function checkProvider(
  issuer: string,
  waitMs = defaultTimeoutMs,
): Promise<string | undefined> {
  const base = issuer.replace(/\/$/, '');
  const { host } = new URL(issuer);
  try {
    const answer = await fetch(`${base}/.well-known/openid-configuration`, {
      signal: AbortSignal.timeout(waitMs),
    });
    if (!answer.ok) return `${host} answers ${answer.status} when asked for its configuration`;
    const { issuer: named } = (await answer.json()) as { issuer?: unknown };
    return String(named).replace(/\/$/, '') === base
      ? undefined
      : `${host} does not call itself ${issuer}`;
  } catch (error) {
    return `${host} ${describeError(error as Error, waitMs)}`;
  }
}

function describeError(error: Error, waitMs: number): string {
  if (error.name === 'TimeoutError') return `does not answer within ${waitMs / 1000} s`;
  if (error instanceof SyntaxError) return 'does not answer with an OpenID configuration';
  const { code, message } = (error.cause ?? error) as NodeJS.ErrnoException;
  return `cannot be reached (${code ?? message})`;
}
