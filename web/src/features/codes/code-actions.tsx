import { ActionButton } from '../../ui/action-button.tsx';
import { Button } from '../../ui/button.tsx';
import type { CodeState } from './use-code.ts';

type CodeActionsProps = { state: CodeState; onClose: () => void; onRegenerate: () => void };

/** Close, or Done once it is; a new code for one that expired or never came. */
export const CodeActions = ({ state, onClose, onRegenerate }: CodeActionsProps) => {
  const done = state.phase === 'done';
  const again = state.phase === 'expired' || (state.phase === 'error' && state.retry);
  return (
    <div className="flex w-full gap-2.5 sm:justify-end">
      <Button
        variant={done ? 'primary' : 'secondary'}
        size="large"
        className="flex-1 sm:min-w-28 sm:flex-none"
        onClick={onClose}
      >
        {done ? 'Done' : 'Close'}
      </Button>
      {again && (
        <ActionButton size="large" className="flex-1 sm:flex-none" onClick={onRegenerate}>
          {state.phase === 'expired' ? 'Regenerate' : 'Try Again'}
        </ActionButton>
      )}
    </div>
  );
};
