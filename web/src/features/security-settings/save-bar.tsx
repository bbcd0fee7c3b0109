import { CircleDot } from 'lucide-react';
import { ActionButton } from '../../ui/action-button.tsx';
import { Button } from '../../ui/button.tsx';

type SaveBarProps = {
  changed: boolean;
  saving: boolean;
  onDiscard: () => void;
  onDefaults: () => void;
};

/** Saving and its alternatives, in reach at the lower edge. */
export const SaveBar = ({ changed, saving, onDiscard, onDefaults }: SaveBarProps) => (
  <div className="sticky bottom-0 z-10 -mx-4 mt-6 border-t border-line bg-canvas/95 px-4 py-3 backdrop-blur sm:mx-0 sm:px-0">
    <p
      role="status"
      className="flex items-center justify-end gap-1.5 text-sm font-medium text-out not-empty:mb-2"
    >
      {changed && (
        <>
          <CircleDot aria-hidden className="size-4" />
          Unsaved changes
        </>
      )}
    </p>
    <div className="flex items-center gap-2">
      <Button
        variant="quiet"
        onClick={onDefaults}
        className="mr-auto text-left max-sm:px-0 max-sm:text-sm sm:-ml-4"
      >
        Restore Defaults
      </Button>
      {changed && (
        <Button variant="secondary" disabled={saving} onClick={onDiscard}>
          Discard
        </Button>
      )}
      <ActionButton type="submit" busy={saving} className="whitespace-nowrap">
        Save Settings
      </ActionButton>
    </div>
  </div>
);
