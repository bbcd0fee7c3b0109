import { plural } from '@keydesk/shared/plural';
import type { ManagedUser } from '@keydesk/shared/users/managed-user';
import { assignableRoles, roleLabels } from '@keydesk/shared/users/role';
import { useQuery } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { type FormEvent, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { focusFirstInvalid } from '../../lib/browser.ts';
import { formatDateTime } from '../../lib/format.ts';
import { useUser } from '../../lib/session.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { KeyNumber } from '../../ui/key-number.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useSignOutEverywhere, useUpdateUser } from './mutations.ts';
import { userDetailsQuery } from './queries.ts';
import { SuspendButton } from './suspend-button.tsx';
import { parseUserForm, toUserForm, type UserForm, type UserFormErrors } from './user-form.ts';

type EditUserDialogProps = { user: ManagedUser; open: boolean; onClose: () => void };

const roleOptions = assignableRoles.map((role) => ({ value: role, label: roleLabels[role] }));

/** Edits one person, and shows their keys and sessions. */
export function EditUserDialog({ user, open, onClose }: EditUserDialogProps) {
  const [opened] = useState<UserForm>(() => toUserForm(user));
  const [form, setForm] = useState(opened);
  const [errors, setErrors] = useState<UserFormErrors>({});
  const update = useUpdateUser(onClose);
  const formId = useId();
  const firstField = useRef<HTMLInputElement>(null);
  const change = (part: Partial<UserForm>) => {
    setForm({ ...form, ...part });
    setErrors({});
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const parsed = parseUserForm(form, opened);
    flushSync(() => setErrors(parsed.errors ?? {}));
    if (!parsed.changes) focusFirstInvalid(event.currentTarget);
    else if (Object.keys(parsed.changes).length === 0) onClose();
    else update.mutate({ id: user.id, changes: parsed.changes });
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
          error={errors.name}
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
          error={errors.email}
          onChange={(event) => change({ email: event.target.value })}
        />
        <SelectField
          label="Role"
          value={form.role}
          required
          error={errors.role}
          options={[
            ...(roleOptions.some(({ value }) => value === opened.role)
              ? []
              : [{ value: opened.role, label: roleLabels[user.role] }]),
            ...roleOptions,
          ]}
          onChange={(role) => change({ role })}
        />
      </form>
      <UserAccess userId={user.id} />
      <SuspendSection user={user} onSuspended={onClose} />
    </Dialog>
  );
}

/** The keys that a person has, and their sessions. */
function UserAccess({ userId }: { userId: string }) {
  const { data, isPending } = useQuery(userDetailsQuery(userId));
  const signOut = useSignOutEverywhere();
  if (isPending) return <Skeleton className="h-24" />;
  if (!data) return null;
  const { openLoans, sessions } = data;
  return (
    <div className="flex flex-col gap-5 border-t border-line pt-5">
      <section>
        <h3 className="font-semibold">{plural(openLoans.length, 'key')} out</h3>
        <ul className="mt-1 divide-y divide-line">
          {openLoans.map((loan) => (
            <li key={loan.loanId} className={rowClassName}>
              <span className="min-w-0 flex-1 basis-40">
                <KeyNumber number={loan.keyNumber} linkTo={loan.keyId} /> {loan.keyName}
              </span>
              <span className="text-sm text-muted">{formatDateTime(loan.takenAt)}</span>
            </li>
          ))}
        </ul>
      </section>
      <section>
        <div className="flex items-center justify-between gap-4">
          <h3 className="font-semibold">{plural(sessions.length, 'session')}</h3>
          {sessions.length > 0 && (
            <ActionButton
              variant="secondary"
              size="small"
              busy={signOut.isPending}
              onClick={() => signOut.mutate(userId)}
            >
              <LogOut aria-hidden className="size-4" />
              Sign out everywhere
            </ActionButton>
          )}
        </div>
        <ul className="mt-1 divide-y divide-line">
          {sessions.map((session) => (
            <li key={session.id} className={`${rowClassName} text-sm`}>
              <span>Since {formatDateTime(session.createdAt)}</span>
              <span className="text-muted">until {formatDateTime(session.expiresAt)}</span>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

/** What suspending means, and the button for it; nobody can suspend themselves. */
function SuspendSection({ user, onSuspended }: SuspendSectionProps) {
  if (useUser()?.id === user.id || user.state !== 'active') return null;
  return (
    <section className="mt-5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line pt-5">
      <p className="min-w-0 flex-1 basis-56 text-sm text-muted">
        Suspending signs a person out everywhere and keeps them out. Keys they have stay with them
        until the desk collects them.
      </p>
      <SuspendButton user={user} onSuspended={onSuspended} />
    </section>
  );
}

const rowClassName = 'flex flex-wrap items-baseline justify-between gap-x-4 py-2';

type SuspendSectionProps = { user: ManagedUser; onSuspended: () => void };
