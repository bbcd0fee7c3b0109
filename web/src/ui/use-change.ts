import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { showSuccess } from './toast/show-toast.ts';

type Answer = { message?: string | undefined };

type ChangeOptions<Input> = {
  /** What is said when it is done, where the server does not say it. */
  says?: string | ((input: Input) => string);
  /** Reads again what it may have changed, also after a refusal; what it returns is waited for. */
  refetch: (client: QueryClient) => unknown;
};

/** Changes something on the server and says what came of it; the form or dialog says what went wrong. */
export function useChange<Input, Result extends Answer>(
  change: (input: Input) => Promise<Result>,
  { says, refetch }: ChangeOptions<Input>,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: ({ message }, input) => {
      const text = typeof says === 'function' ? says(input) : (says ?? message);
      if (text) showSuccess(text);
    },
    onSettled: () => refetch(client),
  });
}
