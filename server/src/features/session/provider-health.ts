import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { runEvery } from '../../core/jobs.ts';

const checkEveryMs = 60_000;
const defaultTimeoutMs = 10_000;

/** Checks the provider every minute and logs changes; returns a function for the problem. */
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

/** The problem, naming the host; undefined if there is none. */
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

type Client = { issuer: string; clientId: string; clientSecret: string; redirectUri: string };

/**
 * Whether the provider accepts our client id and secret, tested with a code that it never issued:
 * it has if it refuses the code, but refuses the client with another secret. `answer` is its error.
 */
export async function checkClient(
  client: Client,
): Promise<{ state: 'taken' | 'refused' | 'unproven'; answer: string }> {
  const answer = await tokenError(client);
  if (answer === 'invalid_client' || answer === 'unauthorized_client')
    return { state: 'refused', answer };
  if (answer !== 'invalid_grant') return { state: 'unproven', answer };
  const other = await tokenError({
    ...client,
    clientSecret: randomBytes(24).toString('base64url'),
  });
  return other === 'invalid_client'
    ? { state: 'taken', answer }
    : { state: 'unproven', answer: `${other}, whatever the secret` };
}

async function tokenError({
  issuer,
  clientId,
  clientSecret,
  redirectUri,
}: Client): Promise<string> {
  const signal = AbortSignal.timeout(defaultTimeoutMs);
  const base = issuer.replace(/\/$/, '');
  try {
    const found = await fetch(`${base}/.well-known/openid-configuration`, { signal });
    const { token_endpoint: endpoint } = (await found.json()) as { token_endpoint?: unknown };
    const answer = await fetch(String(endpoint), {
      method: 'POST',
      signal,
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code: randomBytes(24).toString('base64url'),
        code_verifier: randomBytes(32).toString('base64url'),
        redirect_uri: redirectUri,
        client_id: clientId,
        client_secret: clientSecret,
      }),
    });
    const { error } = (await answer.json()) as { error?: unknown };
    return typeof error === 'string' ? error : `status ${answer.status}`;
  } catch (error) {
    return describeError(error as Error, defaultTimeoutMs);
  }
}

function describeError(error: Error, timeoutMs: number): string {
  if (error.name === 'TimeoutError') return `does not answer within ${timeoutMs / 1000} s`;
  if (error instanceof SyntaxError) return 'does not answer with an OpenID configuration';
  const { code, message } = (error.cause ?? error) as NodeJS.ErrnoException;
  return `cannot be reached (${code ?? message})`;
}
