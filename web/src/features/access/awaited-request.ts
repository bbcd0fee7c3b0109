import type { AccessRequest } from '@keydesk/shared/access/request-routes';
import { useEffect, useEffectEvent } from 'react';
import { useShowCode } from './show-code.tsx';

type Awaited = { id: string; page: string };

/** The request whose maker looks at the dialog in which they made it. */
let awaited: Awaited | null = null;

/** To be called when a request was made: its approval opens the code, on this page. */
export function awaitRequest({ id }: AccessRequest): void {
  awaited = { id, page: window.location.pathname };
}

/** To be called when its maker closes the dialog. */
export function stopAwaiting(): void {
  awaited = null;
}

/**
 * Opens the code as soon as the awaited request is approved. Used by the frame around the pages: what
 * offered the request may be gone once the key needs no approval any more.
 */
export function useCodeOnApproval(requests: readonly AccessRequest[] | undefined): void {
  const showCode = useShowCode();
  const follow = useEffectEvent((current: readonly AccessRequest[]) => {
    const request = current.find(({ id }) => id === awaited?.id);
    if (!request || !awaited || request.state === 'open') return;
    const isHere = awaited.page === window.location.pathname;
    stopAwaiting();
    if (request.state === 'approved' && isHere) showCode?.(request.key.id);
  });
  useEffect(() => {
    if (requests) follow(requests);
  }, [requests]);
}
