import type { KeySpot } from '@keydesk/shared/keys/key';
import { MapPin } from 'lucide-react';
import { spotText, useDesks } from '../../lib/desks.ts';

/** Whether the reader is told where a key hangs. */
export function hasSpot({ deskId, hook }: KeySpot): boolean {
  return deskId !== undefined || hook !== undefined;
}

/** Where a key hangs or lies, on the desk's rows. */
export function KeyHook({ spot }: { spot: KeySpot }) {
  const text = spotText(spot, useDesks());
  if (!text) return null;
  return (
    <span className="mt-0.5 flex items-start gap-1.5 text-lg/snug font-semibold text-ink wrap-anywhere">
      <MapPin aria-hidden className="mt-0.5 size-4.5 shrink-0 text-accent" />
      {text}
    </span>
  );
}
