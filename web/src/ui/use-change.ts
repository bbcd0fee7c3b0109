import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { showError, showSuccess } from './toast/show-toast.ts';

type Answer = { message?: string | undefined };

type ChangeOptions<Input, Result> = {
  /** The success message, if the server sends none. */
  says?: string | ((input: Input) => string);
  onDone?: (result: Result, input: Input) => void;
  /** The failure message; without it, the form or dialog shows the failure. */
  failure?: (cause: unknown) => string;
  /** Refetches what may have changed, also after a refusal; its result is awaited. */
  refetch?: (client: QueryClient, outcome: { refused: boolean }) => unknown;
};

export function useChange<Input, Result extends Answer>(
  change: (input: Input) => Promise<Result>,
  { says, onDone, failure, refetch }: ChangeOptions<Input, Result> = {},
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (result, input) => {
      const text = typeof says === 'function' ? says(input) : (says ?? result.message);
      if (text) showSuccess(text);
      onDone?.(result, input);
    },
    onError: (cause) => failure && showError(failure(cause)),
    onSettled: (_, cause) => refetch?.(client, { refused: cause !== null }),
  });
}
