import { computerNameSchema, maxComputerNameLength } from '@keydesk/shared/duty/duty';
import { useMutation } from '@tanstack/react-query';
import { api, call, getErrorMessage } from '../../lib/api.ts';
import { useDraft } from '../../lib/draft.ts';
import { formatTime } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';

type EnrolmentDialogProps = {
  desk: { id: string; name: string };
  onClose: () => void;
};

/** Makes an enrolment code and shows it until it is closed. */
export function EnrolmentDialog({ desk, onClose }: EnrolmentDialogProps) {
  const make = useMutation({
    mutationFn: async ({ name }: { name: string }) =>
      (await call(api.createEnrolment, { body: { deskId: desk.id, name } })).data,
  });
  const { text, errors, submit } = useDraft({ name: '' }, errorsOf, make.mutate);
  if (make.data)
    return (
      <Dialog
        open
        onClose={onClose}
        title="Type this code at the desk’s computer"
        actions={<Button onClick={onClose}>Done</Button>}
      >
        <p className="text-muted">
          Open <span className="font-semibold text-ink wrap-anywhere">{enrolAddress()}</span> there
          before {formatTime(Date.parse(make.data.expiresAt))}. The code works once.
        </p>
        <p className="key-number mt-4 rounded-control border border-line bg-surface px-3 py-4 text-center text-[min(1.875rem,6.5vw)] select-all">
          {make.data.code}
        </p>
      </Dialog>
    );
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Add a computer"
      description={`It becomes a computer of ${desk.name}.`}
      submitLabel="Make a code"
      busy={make.isPending}
    >
      {(formId) => (
        <form id={formId} onSubmit={submit}>
          <TextField
            {...text('name')}
            label="Name of the computer"
            placeholder="Window 1"
            maxLength={maxComputerNameLength}
            error={errors.name ?? (make.error && getErrorMessage(make.error))}
          />
        </form>
      )}
    </FormDialog>
  );
}

function errorsOf({ name }: { name: string }): { name?: string } {
  const problem = computerNameSchema.safeParse(name).error?.issues[0]?.message;
  return problem ? { name: problem } : {};
}

function enrolAddress(): string {
  return `${window.location.host}/enrol`;
}
