import { isId } from '@keydesk/shared/is-id';
import { isHeldBy, type Key } from '@keydesk/shared/keys/key';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { requestCode } from '../../features/codes/issue-code.ts';
import { keyQuery } from '../../features/keys/queries.ts';
import { useOpenInAddress } from '../../lib/open-in-address.ts';

type CodeType = 'key-request' | 'key-return';

/** Shows the code of a key. */
export type ShowCode = (type: CodeType, item: Key) => void;

type ShownCode = {
  type: CodeType;
  item: Key;
  /** Differs for each opening, which asks for a code of its own. */
  instanceId: number;
};

/**
 * The code that is shown (`?code=` in the address), and how to open and close it. `code` stays when
 * it is closed, for the animation. A reload shows a new code for the same key, unless the key has
 * changed hands since.
 */
export function useShownCode(userId: string | undefined) {
  const { value, openedHere, open, close } = useOpenInAddress('code');
  const [code, setCode] = useState<ShownCode | null>(null);
  const show = useCallback<ShowCode>(
    (type, item) => {
      requestCode({ type, keyId: item._id });
      setCode((before) => ({ type, item, instanceId: (before?.instanceId ?? 0) + 1 }));
      open(`${type}.${item._id}`);
    },
    [open],
  );

  const restoring = value !== undefined && !openedHere;
  const [type, keyId] = parseCode(value);
  const { data, isFetchedAfterMount, isError } = useQuery({
    ...keyQuery(keyId ?? ''),
    staleTime: 0,
    enabled: restoring && keyId !== undefined,
  });
  const item = isFetchedAfterMount ? data : undefined;
  useEffect(() => {
    if (!restoring) return;
    if (!type || isError) close();
    else if (item && isUseful(type, item, userId)) show(type, item);
    else if (item) close();
  }, [restoring, type, isError, item, userId, show, close]);

  return { code, open: openedHere, show, close };
}

/** The kind of code and the key that `?code=` names. */
function parseCode(value: unknown): [CodeType, string] | [] {
  const [type, keyId] = typeof value === 'string' ? value.split('.') : [];
  return (type === 'key-request' || type === 'key-return') && isId(keyId) ? [type, keyId] : [];
}

function isUseful(type: CodeType, item: Key, userId: string | undefined): boolean {
  return type === 'key-request' ? item.status === 'available' : isHeldBy(item, userId);
}
