import { useId } from 'react';
import { ActionButton } from '../../ui/action-button.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useAddRule } from './queries.ts';
import { RuleForm } from './rule-form.tsx';

/** Adds a rule. */
export function RuleDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const formId = useId();
  const close = () => {
    adding.reset();
    onClose();
  };
  const adding = useAddRule(close);
  return (
    <Dialog
      open={open}
      onClose={close}
      title="Add Access Rule"
      actions={
        <>
          <Button variant="secondary" onClick={close}>
            Cancel
          </Button>
          <ActionButton type="submit" form={formId} busy={adding.isPending}>
            Add Rule
          </ActionButton>
        </>
      }
    >
      {open && <RuleForm formId={formId} onSave={adding.mutate} failure={adding.error} />}
    </Dialog>
  );
}
