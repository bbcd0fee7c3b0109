import { type Count, maxTagsPerCall } from '@keydesk/shared/loans/counts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApiError, api, call, getErrorMessage } from '../../../lib/api.ts';
import { onServerReachable } from '../../../lib/live/connection.ts';
import { storedCountScans } from '../../../lib/storage.ts';
import { showError } from '../../../ui/toast/show-toast.ts';

type SeenTags = {
  count: Count;
  /** In the order in which they were scanned; null for the tag of no key. */
  keyNumbers: readonly (string | null)[];
};

/**
 * Sends the tags that a count sees. While the server is away they stay in this browser, also after a
 * reload, and are sent once it answers again.
 */
export function useCountScans(countId: string, onSeen: (seen: SeenTags) => void) {
  const queue = useRef<readonly string[]>([]);
  const sending = useRef<Promise<void> | null>(null);
  const [waiting, setWaiting] = useState(0);
  const [isHeld, setIsHeld] = useState(false);
  const handleSeen = useEffectEvent(onSeen);
  const keep = (tags: readonly string[]) => {
    queue.current = tags;
    setWaiting(tags.length);
    if (tags.length > 0) storedCountScans.write(JSON.stringify({ countId, tags }));
    else storedCountScans.clear();
  };
  const sendAll = async () => {
    while (queue.current.length > 0) {
      const tags = queue.current.slice(0, maxTagsPerCall);
      const { data } = await call(api.scanForCount, { params: { id: countId }, body: { tags } });
      setIsHeld(false);
      keep(queue.current.slice(tags.length));
      handleSeen(data);
    }
  };
  /** Resolves when all are sent, or when that failed; then they go on waiting. */
  const send = (): Promise<void> => {
    sending.current ??= sendAll()
      .catch((cause: unknown) => {
        setIsHeld(true);
        if (isRefusal(cause)) keep([]);
        if (cause instanceof ApiError && cause.status !== 0) showError(getErrorMessage(cause));
      })
      .finally(() => {
        sending.current = null;
      });
    return sending.current;
  };
  const resume = useEffectEvent(() => {
    if (queue.current.length === 0) keep(readKept(countId));
    void send();
  });
  useEffect(() => {
    resume();
    return onServerReachable(() => resume());
  }, []);
  return {
    /** How many the server did not take when they were sent. */
    held: isHeld ? waiting : 0,
    add: (tag: string) => {
      keep([...queue.current, tag]);
      void send();
    },
    /** Resolves to whether all are sent. */
    flush: async () => {
      await send();
      return queue.current.length === 0;
    },
  };
}

/** Sent again it would be refused again: the count is closed, or there is none. */
function isRefusal(cause: unknown): boolean {
  return cause instanceof ApiError && (cause.status === 404 || cause.status === 409);
}

function readKept(countId: string): readonly string[] {
  try {
    const kept = JSON.parse(storedCountScans.read() ?? 'null');
    return kept?.countId === countId ? kept.tags : [];
  } catch {
    return [];
  }
}
