import type { ListedDueRule } from '@keydesk/shared/due/rule-routes';
import { useLastNonNull } from '../../../lib/hooks.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
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
  const close = () => {
    ending.reset();
    onClose();
  };
  const ending = useEndRule(close);
  return (
    <ConfirmDialog
      open={rule !== null}
      title="End Rule"
      busy={ending.isPending}
      failure={ending.error}
      onConfirm={() => rule && ending.mutate(rule.id)}
      onClose={close}
    >
      {shown && <p className="font-medium">{ruleText(shown)}</p>}
      <p>
        It no longer applies to new loans. Keys that are out keep their due times, and the rule
        stays in the audit log.
      </p>
    </ConfirmDialog>
  );
}
