import type { Key } from '@keydesk/shared/keys/key';
import { type BulkKeyChanges, bulkKeyChangesSchema } from '@keydesk/shared/keys/key-fields';
import { plural } from '@keydesk/shared/plural';
import { CircleAlert } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { useDesks } from '../../lib/desks.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { useKeyOptions } from './key-labels.ts';
import { useUpdateKeys } from './mutations.ts';

type BulkEditDialogProps = {
  keys: readonly Key[];
  open: boolean;
  onClose: () => void;
  onUpdated: () => void;
};

/** The chosen values; an empty one leaves the field as it is. */
type BulkForm = { department: string; category: string; deskId: string; frequentlyUsed: string };

const unchanged: BulkForm = { department: '', category: '', deskId: '', frequentlyUsed: '' };
const leave = { value: '', label: 'Leave as it is' };
const noDesk = { value: 'none', label: 'No desk' };

/** Gives many keys the same department, category, desk or mark. */
export function BulkEditDialog({ keys, open, onClose, onUpdated }: BulkEditDialogProps) {
  const formId = useId();
  const options = useKeyOptions();
  const desks = useDesks();
  const [form, setForm] = useState(unchanged);
  const [changed, setChanged] = useState(0);
  const close = () => {
    setForm(unchanged);
    setChanged(0);
    update.reset();
    onClose();
  };
  const update = useUpdateKeys(setChanged, () => {
    close();
    onUpdated();
  });
  const changes = toChanges(form);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (changes) update.mutate({ keyIds: keys.map(({ _id }) => _id), changes });
  };
  const change = (part: Partial<BulkForm>) => setForm({ ...form, ...part });
  return (
    <Dialog
      open={open}
      onClose={close}
      title={`Edit ${plural(keys.length, 'Key')}`}
      description={<KeyNumbers keys={keys} />}
      actions={
        <>
          <Button variant="secondary" onClick={close}>
            Cancel
          </Button>
          <ActionButton type="submit" form={formId} disabled={!changes} busy={update.isPending}>
            {update.isPending && changed > 0
              ? `${changed} of ${keys.length} saved`
              : 'Save Changes'}
          </ActionButton>
        </>
      }
    >
      <form id={formId} onSubmit={submit} className="flex flex-col gap-4">
        <SelectField
          label="Department"
          value={form.department}
          options={[leave, ...options.departments]}
          onChange={(department) => change({ department })}
        />
        <SelectField
          label="Category"
          value={form.category}
          options={[leave, ...options.categories]}
          onChange={(category) => change({ category })}
        />
        {desks && (
          <SelectField
            label="Desk"
            value={form.deskId}
            options={[
              leave,
              noDesk,
              ...desks.active.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={(deskId) => change({ deskId })}
          />
        )}
        <SelectField
          label="Frequently used"
          value={form.frequentlyUsed}
          options={[leave, { value: 'yes', label: 'Yes' }, { value: 'no', label: 'No' }]}
          onChange={(frequentlyUsed) => change({ frequentlyUsed })}
        />
        {update.error && (
          <Notice tone="error" icon={<CircleAlert aria-hidden />}>
            {update.error.message}
            {changed > 0 && ` ${changed} of ${keys.length} keys were changed.`}
          </Notice>
        )}
      </form>
    </Dialog>
  );
}

/** What the form changes, or null if that is nothing. */
function toChanges({
  department,
  category,
  deskId,
  frequentlyUsed,
}: BulkForm): BulkKeyChanges | null {
  const parsed = bulkKeyChangesSchema.safeParse({
    ...(department && { department }),
    ...(category && { category }),
    ...(deskId && { deskId: deskId === noDesk.value ? null : deskId }),
    ...(frequentlyUsed && { frequentlyUsed: frequentlyUsed === 'yes' }),
  });
  return parsed.success ? parsed.data : null;
}

const maxNumbers = 8;

function KeyNumbers({ keys }: { keys: readonly Key[] }) {
  const numbers = keys.slice(0, maxNumbers).map(({ keyNumber }) => keyNumber);
  const more = keys.length - numbers.length;
  return (
    <>
      {numbers.join(', ')}
      {more > 0 && ` and ${more} more`}
    </>
  );
}
