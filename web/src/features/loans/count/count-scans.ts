import { maxTagsPerCall } from '@keydesk/shared/loans/counts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApiError, type ApiResponse, api, call, getErrorMessage } from '../../../lib/api.ts';
import { onServerReachable } from '../../../lib/live/connection.ts';
import { storedCountScans } from '../../../lib/storage.ts';
import { showError } from '../../../ui/toast/show-toast.ts';

type Seen = ApiResponse<typeof api.scanForCount>['data'];

/** A scanned tag, or the id of a ticked key. */
type Waiting = { tag: string } | { keyId: string };

/**
 * Sends the tags of a count. While the server is unreachable they are kept in this browser, also
 * across a reload, and sent later. What the server refuses is dropped.
 */
export function useCountScans(
  countId: string,
  onSeen: (seen: Seen) => void,
  onRefused: () => void,
) {
  const queue = useRef<readonly Waiting[]>([]);
  const sending = useRef<Promise<void> | null>(null);
  const [waiting, setWaiting] = useState<readonly Waiting[]>([]);
  const [isHeld, setIsHeld] = useState(false);
  const handleSeen = useEffectEvent(onSeen);
  const handleRefused = useEffectEvent(onRefused);
  const keep = (seen: readonly Waiting[]) => {
    queue.current = seen;
    setWaiting(seen);
    if (seen.length > 0) storedCountScans.write(JSON.stringify({ countId, seen }));
    else storedCountScans.clear();
  };
  const sendAll = async () => {
    while (queue.current.length > 0) {
      const { body, length } = nextCall(queue.current);
      const { data } = await call(api.scanForCount, { params: { id: countId }, body });
      setIsHeld(false);
      keep(queue.current.slice(length));
      handleSeen(data);
    }
  };
  /** Resolves when all are sent, or when sending failed and the rest waits. */
  const send = (): Promise<void> => {
    sending.current ??= sendAll()
      .catch((cause: unknown) => {
        setIsHeld(true);
        if (isRefusal(cause)) {
          keep([]);
          handleRefused();
        }
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
    held: isHeld ? waiting.length : 0,
    ticked: waiting.flatMap((seen) => ('keyId' in seen ? seen.keyId : [])),
    add: (seen: Waiting) => {
      keep([...queue.current, seen]);
      void send();
    },
    /** Resolves to whether all are sent. */
    flush: async () => {
      await send();
      return queue.current.length === 0;
    },
  };
}

/** The longest run of scans only or ticks only, up to the maximum per call. */
function nextCall(queue: readonly Waiting[]) {
  const isTag = (seen: Waiting | undefined) => seen !== undefined && 'tag' in seen;
  const other = queue.findIndex((seen) => isTag(seen) !== isTag(queue[0]));
  const first = queue.slice(0, other < 0 ? maxTagsPerCall : Math.min(other, maxTagsPerCall));
  const tags = first.flatMap((seen) => ('tag' in seen ? seen.tag : []));
  const keyIds = first.flatMap((seen) => ('keyId' in seen ? seen.keyId : []));
  return { body: tags.length > 0 ? { tags } : { keyIds }, length: first.length };
}

/** Repeating the request is useless: the count is closed, full or unknown. */
function isRefusal(cause: unknown): boolean {
  return cause instanceof ApiError && (cause.status === 404 || cause.status === 409);
}

function readKept(countId: string): readonly Waiting[] {
  try {
    const kept = JSON.parse(storedCountScans.read() ?? 'null');
    return kept?.countId === countId ? (kept.seen ?? []) : [];
  } catch {
    return [];
  }
}
