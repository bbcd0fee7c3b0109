import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { useRef } from 'react';

/**
 * A mutation that a second press does not send again: neither while the first is under way, which the
 * page shows a moment later, nor after it succeeded. After a failure it may be sent again.
 */
export function useSendOnce<Data, Input>(options: UseMutationOptions<Data, Error, Input>) {
  const sent = useRef(false);
  const { mutate, ...rest } = useMutation({
    ...options,
    onError: (...failure) => {
      sent.current = false;
      return options.onError?.(...failure);
    },
  });
  const send = (input: Input) => {
    if (sent.current) return;
    sent.current = true;
    mutate(input);
  };
  return { ...rest, mutate: send };
}
