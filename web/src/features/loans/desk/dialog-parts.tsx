import { isOverdue } from '@keydesk/shared/due/calendar';
import type { Key, KeySpot } from '@keydesk/shared/keys/key';
import { ClockAlert, MapPin } from 'lucide-react';
import {
  awayFrom,
  type Desks,
  homeOf,
  retiredHomeOf,
  spotText,
  useDesks,
} from '../../../lib/campus.ts';
import { serverNow } from '../../../lib/clock.ts';
import { durationText } from '../../../lib/due.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Facts } from '../../../ui/facts.tsx';
import { KeyNumber } from '../../../ui/record-link.tsx';

type KeyHeadingProps = { keyNumber: string; keyName?: string; location?: string | null };

/** A key's number, large enough to read across the counter, above its name and location. */
export function KeyHeading({ keyNumber, keyName, location }: KeyHeadingProps) {
  return (
    <div>
      <p className={sizeFor(keyNumber)}>
        <KeyNumber number={keyNumber} className="[font-variant-numeric:normal]" />
      </p>
      {keyName && <p className="mt-2.5 text-2xl/tight font-medium wrap-anywhere">{keyName}</p>}
      {location && <p className="mt-0.5 text-lg text-muted wrap-anywhere">{location}</p>}
    </div>
  );
}

/** Long numbers get a smaller font instead of wrapping. */
function sizeFor(keyNumber: string): string {
  if (keyNumber.length <= 7) return 'text-7xl/none';
  return keyNumber.length <= 11 ? 'text-5xl/none' : 'text-4xl';
}

type LargeHookProps = {
  spot: KeySpot;
  /** The desk where the key lay that is handed out now. */
  layAtDeskId?: string | undefined;
};

/** Where a key hangs, large enough to read across the counter; nothing if that is not known. */
export function LargeHook({ spot, layAtDeskId }: LargeHookProps) {
  const desks = useDesks();
  const { label, text } = linesOf(layAtDeskId ? { ...spot, awayDeskId: layAtDeskId } : spot, desks);
  if (!text) return null;
  return (
    <p className="mt-4 flex items-start gap-3 rounded-control bg-accent-soft px-4 py-3 text-accent">
      <MapPin aria-hidden className="mt-1 size-6 shrink-0" />
      <span className="min-w-0">
        <span className="block text-sm font-medium">{label}</span>
        <span
          className={classNames(
            'block font-semibold wrap-anywhere text-ink',
            text.length <= 16 ? 'text-4xl/tight' : 'text-3xl/tight',
          )}
        >
          <Facts>{text}</Facts>
        </span>
      </span>
    </p>
  );
}

/** The hook, after its desk if that is not here; of a key that is away, where it lies. */
function linesOf(spot: KeySpot, desks: Desks | null): { label: string; text: string } {
  if (desks && awayFrom(spot, desks))
    return { label: 'Not on its hook', text: spotText(spot, desks) };
  if (retiredHomeOf(spot)) return { label: 'No hook', text: spotText(spot, desks) };
  const home = desks && homeOf(spot, desks);
  return { label: home && home !== desks.here ? 'Home' : 'Hook', text: spotText(spot, desks) };
}

/** That a key comes back late, and by how much; nothing if it does not. */
export function LateFor({ item }: { item: Pick<Key, 'dueAt' | 'graceUntil'> }) {
  const now = serverNow();
  if (item.dueAt === null || !isOverdue(item, now)) return null;
  return (
    <span className="flex items-center gap-1.5 font-semibold text-overdue">
      <ClockAlert aria-hidden className="size-4 shrink-0" />
      late for {durationText(now - Date.parse(item.dueAt))}
    </span>
  );
}
