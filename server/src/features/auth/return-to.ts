import { appError } from '@keydesk/shared/errors';

/** What a text must look like before it is parsed as a URL: parsers disagree about the rest. */
const plainUrl = /^https?:\/\/[^\\\s/][^\\\s]*$/i;

/**
 * The page that a sign-in returns to, which must be on one of these origins.
 * @throws BAD_INPUT for any other address.
 */
export function parseReturnTo(text: string, allowed: ReadonlySet<string>): string {
  const url = plainUrl.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  if (!url || url.username || url.password || !allowed.has(url.origin))
    throw appError('BAD_INPUT', 'return_to must be an address of an allowed origin');
  return url.href;
}

/**
 * The page where a sign-in ends, with its outcome: our own unless another was given. The front end
 * at `site` has the same two pages as our own.
 */
export function pageAfterSignIn(
  returnTo: string | undefined,
  outcome: Readonly<Record<string, string>>,
  site = '',
): string {
  if (!returnTo) {
    const page = outcome.error === 'email_unverified' ? '/verify-email' : '/login';
    return `${site}${page}?${new URLSearchParams(outcome)}`;
  }
  const url = new URL(returnTo);
  // The page may still carry the outcome of an earlier sign-in.
  for (const name of ['auth', 'error', 'minutes']) url.searchParams.delete(name);
  for (const [name, value] of Object.entries(outcome)) url.searchParams.set(name, value);
  return url.href;
}
