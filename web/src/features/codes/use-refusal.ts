import type { CodeRefusal } from '@keydesk/shared/events';
import type { CodeRequest } from '@keydesk/shared/handovers/qr-payload';
import { useEffect, useState } from 'react';
import { onCodeRefused, onKeyEvent } from '../../lib/live/events.ts';
import { requestedKeyIds } from './completion.ts';

/**
 * Why the desk could not use the code that was issued at this instant; null while it has not tried,
 * and once a key has changed since, so that the same code may do.
 */
export function useRefusal(
  request: CodeRequest,
  issuedAt: string | undefined,
  onRefused: () => void,
): CodeRefusal | null {
  const [refusal, setRefusal] = useState<CodeRefusal | null>(null);
  useEffect(() => {
    const stopRefusals = onCodeRefused((received) => {
      if (received.issuedAt !== issuedAt) return;
      setRefusal(received);
      onRefused();
    });
    const stopKeys = onKeyEvent(({ key }) => {
      if (requestedKeyIds(request).includes(key._id))
        setRefusal((before) => (before && endsCode(before) ? before : null));
    });
    return () => {
      stopRefusals();
      stopKeys();
    };
  }, [request, issuedAt, onRefused]);
  return refusal?.issuedAt === issuedAt ? refusal : null;
}

/** Whether a refused code can never be used again. */
export function endsCode({ code }: CodeRefusal): boolean {
  return code === 'QR_EXPIRED' || code === 'QR_VOIDED' || code === 'QR_USED';
}
