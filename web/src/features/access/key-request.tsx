import type { Key } from '@keydesk/shared/keys/key';
import { useQuery } from '@tanstack/react-query';
import { RequestAccess } from './request-access.tsx';
import { verdictQuery } from './request-queries.ts';
import { useMayRequestKeys, useOwnGrant, useOwnRequest } from './use-access.ts';

/** In the details of a key that needs approval: the way to it. */
export function KeyRequest({ item: { _id: keyId, keyNumber } }: { item: Key }) {
  const mayRequest = useMayRequestKeys();
  const { data } = useQuery({ ...verdictQuery(keyId), enabled: mayRequest });
  const request = useOwnRequest(keyId);
  const grant = useOwnGrant(keyId);
  const isConcerned = data?.verdict.next === 'request' || request?.state === 'open';
  if (!isConcerned && !grant?.requestId) return null;
  return (
    <div>
      <RequestAccess keyId={keyId} keyNumber={keyNumber} />
    </div>
  );
}
