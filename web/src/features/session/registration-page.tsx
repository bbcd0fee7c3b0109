import { isSameName } from '@keydesk/shared/core/text';
import type { Role } from '@keydesk/shared/http/roles';
import type { User } from '@keydesk/shared/people/user';
import { t as actionText } from '@keydesk/shared/texts/en/actions';
import { t as errorText } from '@keydesk/shared/texts/en/errors';
import { t as fieldText } from '@keydesk/shared/texts/en/fields';
import { t } from '@keydesk/shared/texts/en/registration';
import { t as roleText } from '@keydesk/shared/texts/en/roles';
import { useQuery } from '@tanstack/react-query';
import { Hourglass, ShieldCheck } from 'lucide-react';
import { useEffect } from 'react';
import { useConfig } from '../../lib/config.ts';
import { Button } from '../../ui/button.tsx';
import { Email } from '../../ui/email.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { checkSession, signOut } from './check-session.ts';
import {
  type Registration,
  registrationQuery,
  useRegistration,
  useSlowRegistration,
} from './use-registration.ts';

/** Registration of a pending person, or of faculty whose record is incomplete. */
export function CompleteRegistrationPage() {
  const status = useQuery(registrationQuery);
  const slow = useSlowRegistration(status.isPending);
  const accepted = status.data?.needsRegistration === false;
  useEffect(() => {
    // The guards redirect once the session is updated.
    if (accepted) void checkSession();
  }, [accepted]);
  return (
    <main className="mx-auto grid min-h-dvh w-full max-w-lg grid-cols-[minmax(0,1fr)] content-center px-4 py-8">
      {slow && (
        <Notice tone="warning" className="mb-4">
          {t('taking-long')}
        </Notice>
      )}
      {status.data &&
        (status.data.waiting || accepted ? (
          <WaitingCard user={status.data.user} />
        ) : (
          <RegistrationCard user={status.data.user} role={status.data.assignedRole} />
        ))}
      <QueryState query={status} loading={t('checking-your-registration')} />
      <Button variant="quiet" onClick={() => void signOut()} className="mx-auto mt-5">
        {t('not-you')}
      </Button>
    </main>
  );
}

type RegistrationCardProps = { user: User; role: Role };

/** Two steps for faculty, one for other roles. */
function RegistrationCard({ user, role }: RegistrationCardProps) {
  const faculty = role === 'faculty';
  const registration = useRegistration(user, faculty);
  const steps = faculty ? 2 : 1;
  const position = t('step-of', { step: registration.step, steps });
  return (
    <section className="card px-5 py-7 sm:px-9 sm:py-9">
      <p className="text-sm font-semibold text-accent">{position}</p>
      <h1 className="mt-1 text-2xl font-semibold tracking-tight">{t('complete-registration')}</h1>
      <p className="mt-1 wrap-anywhere text-muted">
        <bdi>{user.name}</bdi>, <Email>{user.email}</Email>
      </p>
      <div className="mt-5 mb-6">
        {faculty && <ProgressBar label={position} value={registration.step} max={steps} />}
      </div>
      {!faculty && <AssignedRoleStep role={role} registration={registration} />}
      {faculty && registration.step === 1 && (
        <DepartmentStep stated={user.department} registration={registration} />
      )}
      {faculty && registration.step === 2 && (
        <FacultyIdStep stated={user.facultyId} registration={registration} />
      )}
    </section>
  );
}

function AssignedRoleStep({ role, registration }: AssignedRoleStepProps) {
  const welcome = welcomeByRole[role];
  return (
    <>
      <div className="rounded-control bg-accent-soft px-5 py-5 text-center">
        <ShieldCheck aria-hidden className="mx-auto size-8 text-accent" />
        <p className="mt-3 text-xl font-semibold">{t(welcome?.title ?? 'welcome')}</p>
        <p className="mt-1">{t('role-assigned')}</p>
        <p className="mt-1">{welcome && t(welcome.text)}</p>
      </div>
      <p className="mt-5 text-center text-muted">{t('all-set')}</p>
      <Button
        size="large"
        busy={registration.busy}
        onClick={registration.complete}
        className="mt-5 w-full"
      >
        {registration.busy ? t('completing') : actionText('continue')}
      </Button>
    </>
  );
}

/** `stated` is what the college has provided, which cannot be changed. */
type StepProps = { stated: string | null; registration: Registration };

function DepartmentStep({ stated, registration }: StepProps) {
  const offered = useConfig()?.departments ?? [];
  const departments = stated
    ? [offered.find(({ code }) => code === stated) ?? { code: stated, label: stated }]
    : offered;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        registration.next();
      }}
    >
      <fieldset className="min-w-0 pb-4">
        <legend className="mb-3 font-semibold">
          {stated ? t('your-department') : t('select-your-department')}
        </legend>
        {stated && <p className="mb-3 text-sm text-muted">{errorText('STATED_BY_COLLEGE')}</p>}
        <div className="grid gap-1.5">
          {departments.map(({ code, label }) => (
            <label key={code} className={optionClassName}>
              <input
                type="radio"
                name="department"
                value={code}
                checked={registration.form.department === code}
                onChange={() => registration.change({ department: code })}
                className="outline-none"
              />
              <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-3">
                <span className="min-w-0 flex-1 basis-[8rem] leading-snug wrap-anywhere">
                  {label}
                </span>
                {!isSameName(label, code) && <span className="text-sm text-muted">{code}</span>}
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      {/* Fades what scrolls below it, so that a small screen shows that there is more. */}
      <div className="sticky bottom-0 bg-surface pt-2 pb-3 before:pointer-events-none before:absolute before:inset-x-0 before:bottom-full before:h-5 before:bg-linear-to-t before:from-surface before:to-transparent">
        <Button
          type="submit"
          size="large"
          disabled={!registration.form.department}
          className="w-full"
        >
          {actionText('continue')}
        </Button>
      </div>
    </form>
  );
}

function FacultyIdStep({ stated, registration }: StepProps) {
  const { form, busy, facultyIdError, change, back, complete } = registration;
  const department = useConfig()?.departments.find(({ code }) => code === form.department);
  const summary = [
    [fieldText('role'), roleText('faculty')],
    [fieldText('department'), department?.label ?? form.department ?? t('not-selected')],
    [fieldText('faculty-id'), form.facultyId.trim() || t('not-entered')],
  ] as const;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        complete();
      }}
    >
      <TextField
        label={fieldText('faculty-id')}
        placeholder="FAC001"
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={40}
        required
        readOnly={stated !== null}
        hint={stated ? errorText('STATED_BY_COLLEGE') : undefined}
        value={form.facultyId}
        error={facultyIdError}
        onChange={(event) => change({ facultyId: event.target.value })}
      />
      <dl className="mt-5 divide-y divide-line rounded-control bg-sunken px-4 py-1">
        {summary.map(([label, value]) => (
          <div key={label} className="flex flex-wrap justify-between gap-x-6 py-2.5">
            <dt className="shrink-0 text-muted">{label}</dt>
            <dd className="min-w-0 text-end font-semibold break-words">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button variant="secondary" size="large" onClick={back} disabled={busy}>
          {t('back')}
        </Button>
        <Button type="submit" size="large" busy={busy} className="flex-1">
          {busy ? t('completing') : t('complete-registration')}
        </Button>
      </div>
    </form>
  );
}

type Welcome = {
  title: 'welcome-administrator' | 'welcome-security';
  text: 'admin-access' | 'security-access';
};

const welcomeByRole: Partial<Record<Role, Welcome>> = {
  admin: {
    title: 'welcome-administrator',
    text: 'admin-access',
  },
  security: {
    title: 'welcome-security',
    text: 'security-access',
  },
};

type AssignedRoleStepProps = { role: Role; registration: Registration };

const optionClassName =
  'flex min-h-11 cursor-pointer items-center gap-3 rounded-control border border-line px-4 py-1.5 transition-colors duration-150 hover:border-line-strong has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus';

function WaitingCard({ user }: { user: User }) {
  return (
    <section className="card px-5 py-7 text-center sm:px-9 sm:py-9">
      <Hourglass aria-hidden className="mx-auto size-10 text-accent" />
      <h1 className="mt-4 text-2xl font-semibold tracking-tight">{t('waiting-for-approval')}</h1>
      <p className="mt-1 wrap-anywhere text-muted">
        <bdi>{user.name}</bdi>, <Email>{user.email}</Email>
      </p>
      <p role="status" className="mt-5 text-balance">
        {t('waiting-text')}
      </p>
    </section>
  );
}

type ProgressBarProps = { value: number; max: number; label: string };

function ProgressBar({ value, max, label }: ProgressBarProps) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      className="h-1.5 overflow-hidden rounded-full bg-line"
    >
      <div
        className="h-full rounded-full bg-accent transition-[width] duration-300"
        style={{ width: `${max > 0 ? (100 * value) / max : 0}%` }}
      />
    </div>
  );
}
