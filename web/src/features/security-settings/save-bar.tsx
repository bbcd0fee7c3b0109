import { CircleDot } from 'lucide-react';
import { Button } from '../../ui/button.tsx';

type SaveBarProps = {
  changed: boolean;
  saving: boolean;
  onDiscard: () => void;
  onDefaults: () => void;
};

/** Saving and its alternatives, in reach at the lower edge. */
export const SaveBar = ({ changed, saving, onDiscard, onDefaults }: SaveBarProps) => (
  <div className="sticky bottom-0 z-10 -mx-4 mt-6 flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line bg-canvas/95 px-4 py-3 backdrop-blur sm:mx-0 sm:px-0">
    <Button variant="quiet" onClick={onDefaults} className="-ml-3">
      Restore Defaults
    </Button>
    <div className="ml-auto flex flex-wrap items-center gap-2">
      <p role="status" className="text-sm font-medium text-out max-sm:w-full">
        {changed && (
          <span className="flex items-center gap-1.5">
            <CircleDot aria-hidden className="size-4" />
            Unsaved changes
          </span>
        )}
      </p>
      {changed && (
        <Button variant="secondary" disabled={saving} onClick={onDiscard}>
          Discard
        </Button>
      )}
      <Button type="submit" busy={saving}>
        Save Settings
      </Button>
    </div>
  </div>
);
