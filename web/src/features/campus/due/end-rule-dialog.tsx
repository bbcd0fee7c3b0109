import type { ListedDueRule } from '@keydesk/shared/due/rule-routes';
import { CircleAlert } from 'lucide-react';
import { useRef } from 'react';
import { getErrorMessage } from '../../../lib/api.ts';
import { useLastNonNull } from '../../../lib/hooks.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useEndRule } from './queries.ts';
import { ruleText } from './rule-text.ts';

type EndRuleDialogProps = {
  /** Null closes the dialog. */
  rule: ListedDueRule | null;
  onClose: () => void;
};

/** Asks before a rule is ended. */
export function EndRuleDialog({ rule, onClose }: EndRuleDialogProps) {
  const shown = useLastNonNull(rule);
  const cancel = useRef<HTMLButtonElement>(null);
  const close = () => {
    ending.reset();
    onClose();
  };
  const ending = useEndRule(close);
  return (
    <Dialog
      open={rule !== null}
      onClose={close}
      title="End Rule"
      popup={{ initialFocus: cancel }}
      actions={
        <>
          <Button ref={cancel} variant="secondary" onClick={close}>
            Cancel
          </Button>
          <ActionButton
            variant="danger"
            busy={ending.isPending}
            onClick={() => rule && ending.mutate(rule.id)}
          >
            End Rule
          </ActionButton>
        </>
      }
    >
      {shown && (
        <div className="flex flex-col gap-3">
          <p className="font-medium">{ruleText(shown)}</p>
          <p>
            From now on it does not count any more. Keys that are out stay due as they were
            promised, and the audit log keeps the rule.
          </p>
          {ending.error && (
            <Notice tone="error" icon={<CircleAlert aria-hidden />}>
              {getErrorMessage(ending.error)}
            </Notice>
          )}
        </div>
      )}
    </Dialog>
  );
}
