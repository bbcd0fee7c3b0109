import {
  emptiedOfFaculty,
  type ManagedUser,
  type UserChanges,
  userChangesSchema,
} from '@keydesk/shared/administration/people';
import { assignableRoles, type Role } from '@keydesk/shared/http/roles';
import type { PersonFieldName, User } from '@keydesk/shared/people/user';
import { t as actionText } from '@keydesk/shared/texts/en/actions';
import { t as errorText } from '@keydesk/shared/texts/en/errors';
import { t as fieldText } from '@keydesk/shared/texts/en/fields';
import { t as recordText } from '@keydesk/shared/texts/en/records';
import { t as roleText } from '@keydesk/shared/texts/en/roles';
import { t } from '@keydesk/shared/texts/en/users';
import { useQuery } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { changesOf, type DraftErrors, errorsByField } from '../../../lib/draft.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { EditDialog } from '../../../ui/edit-dialog.tsx';
import { SelectField, type SelectOption, TextField } from '../../../ui/fields.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { KeyNumber } from '../../../ui/record-link.tsx';
import { roleOption } from './managed-user-parts.tsx';
import { useSignOutEverywhere, useUpdateUser } from './mutations.ts';
import { usePeopleDepartments, userDetailsQuery } from './queries.ts';

type EditUserDialogProps = {
  subject: ManagedUser | null;
  onClose: () => void;
};

export function EditUserDialog({ subject, onClose }: EditUserDialogProps) {
  const departments = usePeopleDepartments();
  return (
    <EditDialog
      subject={subject}
      onClose={onClose}
      texts={() => ({ title: t('edit-user'), submitLabel: actionText('save-changes') })}
      initial={toUserForm}
      errorsOf={(form, _user, opened) => parseUserForm(form, opened).errors}
      toInput={toInput}
      saving={useUpdateUser()}
      withCurrent={(shown, current: User) => ({ ...shown, ...current })}
      nameOf={(value, field) => (field === 'role' ? roleText(value as Role) : undefined)}
      keepAs={({ id }) => `person ${id}`}
      ownFailure
      below={(shown) => (
        <div className="mt-6">
          <UserAccess userId={shown.id} />
        </div>
      )}
    >
      {({ subject: { role, department }, text, field }) => (
        <>
          <TextField {...text('name')} label={fieldText('name')} required maxLength={80} />
          <TextField
            {...text('email')}
            label={fieldText('email')}
            type="email"
            inputMode="email"
            required
            maxLength={254}
          />
          <SelectField
            {...field('role')}
            label={fieldText('role')}
            required
            options={withCurrent(assignableRoles.map(roleOption), role, roleText(role))}
          />
          <SelectField
            {...field('department')}
            label={fieldText('department')}
            options={[
              { value: '', label: fieldText('none') },
              ...withCurrent(departments, department ?? ''),
            ]}
          />
          <TextField {...text('facultyId')} label={fieldText('faculty-id')} maxLength={40} />
          <TextField {...text('phone')} label={fieldText('phone')} type="tel" maxLength={40} />
        </>
      )}
    </EditDialog>
  );
}

/** Keeps a present value that is no longer offered. */
function withCurrent(options: readonly SelectOption[], value: string, label = value) {
  const isOffered = value === '' || options.some((option) => option.value === value);
  return isOffered ? options : [{ value, label }, ...options];
}

function toInput(form: UserForm, user: ManagedUser, opened: UserForm) {
  const { changes } = parseUserForm(form, opened);
  return changes && Object.keys(changes).length > 0 ? { user, changes } : null;
}

function UserAccess({ userId }: { userId: string }) {
  const { data, isPending } = useQuery(userDetailsQuery(userId));
  const signOut = useSignOutEverywhere();
  if (isPending) return <Skeleton className="h-24" />;
  if (!data) return null;
  const { openLoans, sessions } = data;
  return (
    <div className="flex flex-col gap-5 border-t border-line pt-5">
      <section>
        <h3 className="font-semibold">{t('keys-out', { count: openLoans.length })}</h3>
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
          <h3 className="font-semibold">{t('sessions', { count: sessions.length })}</h3>
          {sessions.length > 0 && (
            <ActionButton
              variant="secondary"
              size="small"
              busy={signOut.isPending}
              onClick={() => signOut.mutate(userId)}
            >
              <LogOut aria-hidden className="size-4" />
              {t('sign-out-everywhere')}
            </ActionButton>
          )}
        </div>
        <ul className="mt-1 divide-y divide-line">
          {sessions.map((session) => (
            <li key={session.id} className={`${rowClassName} text-sm`}>
              <span>{recordText('since', { when: formatDateTime(session.createdAt) })}</span>
              <span className="text-muted">
                {t('until', { when: formatDateTime(session.expiresAt) })}
              </span>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

const rowClassName = 'flex flex-wrap items-baseline justify-between gap-x-4 py-2';

/** An empty text means no value. */
type UserForm = Record<PersonFieldName, string>;

function toUserForm(user: ManagedUser): UserForm {
  const { name, email, role, department, facultyId, phone } = user;
  return {
    name,
    email,
    role,
    department: department ?? '',
    facultyId: facultyId ?? '',
    phone: phone ?? '',
  };
}

type ParsedUserForm = { changes: UserChanges | null; errors: DraftErrors<UserForm> };

export function parseUserForm(form: UserForm, opened: UserForm): ParsedUserForm {
  const { data, error } = userChangesSchema.safeParse(changesOf(opened, form));
  const after = { ...form, role: form.role as Role, facultyId: form.facultyId.trim() };
  const kept = emptiedOfFaculty(opened, after).map((name) => [
    name,
    errorText('FACULTY_FIELD_KEPT'),
  ]);
  const missing = (['name', 'email'] as const)
    .filter((field) => form[field].trim() === '')
    .map((field) => [field, t('enter-field-of', { field, name: opened.name })]);
  return {
    changes: data ? changesOf(opened, data) : null,
    errors: {
      ...errorsByField<UserForm>(error?.issues),
      ...Object.fromEntries([...kept, ...missing]),
    },
  };
}
