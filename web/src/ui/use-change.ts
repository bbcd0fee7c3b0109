import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { showError, showSuccess } from './toast/show-toast.ts';

type Answer = { message?: string | undefined };

type ChangeOptions<Input, Result> = {
  /** What is said when it is done, where the server does not say it. */
  says?: string | ((input: Input) => string);
  onDone?: (result: Result) => void;
  /** What is said of a failure; without it the form or dialog says what went wrong. */
  failure?: (cause: unknown) => string;
  /** Reads again what it may have changed, also after a refusal; what it returns is waited for. */
  refetch?: (client: QueryClient, outcome: { refused: boolean }) => unknown;
};

/** Changes something on the server and says what came of it. */
export function useChange<Input, Result extends Answer>(
  change: (input: Input) => Promise<Result>,
  { says, onDone, failure, refetch }: ChangeOptions<Input, Result>,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (result, input) => {
      const text = typeof says === 'function' ? says(input) : (says ?? result.message);
      if (text) showSuccess(text);
      onDone?.(result);
    },
    onError: (cause) => failure && showError(failure(cause)),
    onSettled: (_, cause) => refetch?.(client, { refused: cause !== null }),
  });
}
