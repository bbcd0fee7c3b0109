import type { Key } from '@keydesk/shared/keys/key';
import { useCallback, useMemo, useState } from 'react';

/**
 * Which of `keys` are selected. A selection outlives the filter, so that it can be put together in
 * several searches; keys that were deleted leave it.
 */
export function useKeySelection(keys: readonly Key[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(none);
  const selected = useMemo(
    () => (ids.size === 0 ? [] : keys.filter(({ _id }) => ids.has(_id))),
    [keys, ids],
  );
  const select = useCallback(
    (changed: readonly Key[], on: boolean) =>
      setIds((before) => {
        const next = new Set(before);
        for (const { _id } of changed) on ? next.add(_id) : next.delete(_id);
        return next;
      }),
    [],
  );
  const clear = useCallback(() => setIds(none), []);
  return { ids, selected, select, clear };
}

const none: ReadonlySet<string> = new Set();
