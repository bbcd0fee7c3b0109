import type { ListedDueRule } from '@keydesk/shared/due/rule-routes';
import { EndDialog } from '../../../ui/confirm-dialog.tsx';
import { useEndRule } from './queries.ts';
import { ruleText } from './rule-text.ts';

type EndRuleDialogProps = {
  /** Null closes the dialog. */
  rule: ListedDueRule | null;
  onClose: () => void;
};

/** Asks before a rule is ended. */
export function EndRuleDialog({ rule, onClose }: EndRuleDialogProps) {
  return (
    <EndDialog
      subject={rule}
      title="End Rule"
      toInput={({ id }) => id}
      ending={useEndRule()}
      onClose={onClose}
    >
      {(shown) => (
        <>
          <p className="font-medium">{ruleText(shown)}</p>
          <p>
            It no longer applies to new loans. Keys that are out keep their due times, and the rule
            stays in the audit log.
          </p>
        </>
      )}
    </EndDialog>
  );
}
