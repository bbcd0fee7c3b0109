import type { KeySpot } from '@keydesk/shared/keys/key';
import { MapPin } from 'lucide-react';
import {
  awayFrom,
  type Desks,
  homeOf,
  retiredHomeOf,
  spotText,
  useDesks,
} from '../../lib/desks.ts';
import { classNames } from '../../ui/class-names.ts';
import { Facts } from '../../ui/facts.tsx';

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
