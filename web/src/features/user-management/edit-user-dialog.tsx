import { assignableRoles, type ManagedUser } from '@keydesk/shared/dashboard/dashboard';
import { type FormEvent, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { focusFirstFault } from '../../lib/focus-first-fault.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { roleNames } from './role-names.ts';
import { SuspendSection } from './suspend-section.tsx';
import { useUpdateUser } from './use-user-changes.ts';
import { UserAccess } from './user-access.tsx';
import { formOf, readUserForm, type UserForm, type UserFormFaults } from './user-form.ts';

type EditUserDialogProps = { user: ManagedUser; open: boolean; onClose: () => void };

const roleOptions = assignableRoles.map((role) => ({ value: role, label: roleNames[role] }));

/** Edits one person, and shows what they have out and where they are signed in. */
export const EditUserDialog = ({ user, open, onClose }: EditUserDialogProps) => {
  const [form, setForm] = useState<UserForm>(() => formOf(user));
  const [faults, setFaults] = useState<UserFormFaults>({});
  const update = useUpdateUser(onClose);
  const formId = useId();
  const firstField = useRef<HTMLInputElement>(null);
  const change = (part: Partial<UserForm>) => {
    setForm({ ...form, ...part });
    setFaults({});
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const read = readUserForm(form);
    flushSync(() => setFaults(read.faults ?? {}));
    if (read.changes) update.mutate({ id: user.id, changes: read.changes });
    else focusFirstFault(event.currentTarget);
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      popup={{ initialFocus: firstField }}
      title="Edit User"
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <ActionButton type="submit" form={formId} busy={update.isPending}>
            Save Changes
          </ActionButton>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="mb-6 flex flex-col gap-4">
        <TextField
          ref={firstField}
          label="Name"
          value={form.name}
          required
          maxLength={80}
          autoComplete="off"
          error={faults.name}
          onChange={(event) => change({ name: event.target.value })}
        />
        <TextField
          label="Email"
          type="email"
          inputMode="email"
          value={form.email}
          required
          maxLength={254}
          autoComplete="off"
          error={faults.email}
          onChange={(event) => change({ email: event.target.value })}
        />
        <SelectField
          label="Role"
          value={form.role}
          required
          error={faults.role}
          options={[
            ...(formOf(user).role
              ? []
              : [{ value: '', label: `${roleNames[user.role]} (choose a role)`, disabled: true }]),
            ...roleOptions,
          ]}
          onChange={(role) => change({ role })}
        />
      </form>
      <UserAccess userId={user.id} />
      <SuspendSection user={user} onSuspended={onClose} />
    </Dialog>
  );
};
