import type { Grant } from '@keydesk/shared/access/grants';
import type { AccessRequest } from '@keydesk/shared/access/requests';
import { may } from '@keydesk/shared/http/roles';
import { t } from '@keydesk/shared/texts/en/own-access';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useEffectEvent } from 'react';
import { serverNow } from '../../lib/clock.ts';
import { useDeskComputer, useUser } from '../../lib/session.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { QrCodeIcon } from '../../ui/qr-code-icon.ts';
import { accessRequestsQuery, grantsQuery } from './request-queries.ts';

type AccessPages = { toDecide: number | null; hasOwn: boolean };

export function useAccessPages(): AccessPages {
  const user = useUser();
  const mayRequest = useMayRequestKeys();
  const { data } = useQuery({ ...accessRequestsQuery, enabled: mayRequest });
  useCodeOnApproval(data?.requests);
  if (!data || !user || !mayRequest) return { toDecide: null, hasOwn: false };
  const { requests, decides, hasGrants } = data;
  return {
    toDecide: decides ? requests.filter(({ mayDecide }) => mayDecide).length : null,
    hasOwn: hasGrants || requests.some((request) => request.user.id === user.id),
  };
}

/** Whether the reader may request keys here; never on a desk's computer. */
export function useMayRequestKeys(): boolean {
  const user = useUser();
  const desk = useDeskComputer();
  return user !== null && !desk && may(user.role, 'borrowKeys');
}

/** The reader's latest request for a key; undefined while loading, null if there is none. */
export function useOwnRequest(keyId: string): AccessRequest | null | undefined {
  const userId = useUser()?.id;
  const { data } = useQuery({ ...accessRequestsQuery, enabled: useMayRequestKeys() });
  if (!data) return undefined;
  const own = data.requests.filter(({ user, key }) => user.id === userId && key.id === keyId);
  return own.find(({ state }) => state === 'open') ?? own[0] ?? null;
}

export function useOwnGrant(keyId: string): Grant | undefined {
  const userId = useUser()?.id;
  const { data } = useQuery({ ...grantsQuery, enabled: useMayRequestKeys() });
  return data?.grants.find(
    (grant) => grant.user.id === userId && grant.key.id === keyId && hasBegun(grant),
  );
}

export function hasBegun({ validFrom }: Grant): boolean {
  return Date.parse(validFrom) <= serverNow();
}

type Awaited = { id: string; page: string };

/** The request whose dialog is still open. */
let awaited: Awaited | null = null;

/** Call after a request: its approval opens the code on this page. */
export function awaitRequest({ id }: AccessRequest): void {
  awaited = { id, page: window.location.pathname };
}

/** Call when the request's dialog closes. */
export function stopAwaiting(): void {
  awaited = null;
}

/**
 * Opens the code when the awaited request is approved. The page frame uses this, because the button
 * of the request disappears once the key needs no approval.
 */
function useCodeOnApproval(requests: readonly AccessRequest[] | undefined): void {
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

type ShowCodeProps = { keyId: string; keyNumber: string };

/** Opens the code to take the key. Empty for people without a page with codes. */
export function ShowCode({ keyId, keyNumber }: ShowCodeProps) {
  const showCode = useShowCode();
  return (
    showCode && (
      <ActionButton aria-label={t('show-code-of', { keyNumber })} onClick={() => showCode(keyId)}>
        <QrCodeIcon aria-hidden className="size-4.5" />
        {t('show-code')}
      </ActionButton>
    )
  );
}

/** Null for people without a page with codes. */
export function useShowCode(): ((keyId: string) => void) | null {
  const navigate = useNavigate();
  const shows = may(useUser()?.role ?? 'pending', 'openFacultyPages');
  const show = useCallback(
    (keyId: string) =>
      void navigate({
        to: '/dashboard/faculty/$tab',
        params: { tab: 'keylist' },
        search: { code: `key-request.${keyId}` } as object,
      }),
    [navigate],
  );
  return shows ? show : null;
}
