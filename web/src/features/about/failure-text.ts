import { friendlyMessage } from '@keydesk/shared/friendly-message';

/** Why there is nothing to tell (spec §8): not found, what the server said, or the bare status. */
export const failureText = (status: number, answer: unknown): string => {
  if (status === 404) return 'About data not found';
  const said = (answer as { message?: unknown } | null)?.message;
  return typeof said === 'string' && said ? friendlyMessage(said) : `Server error (${status})`;
};
