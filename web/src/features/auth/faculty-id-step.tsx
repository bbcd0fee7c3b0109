import { registrationDepartments } from '@keydesk/shared/users/department';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { Registration } from './use-registration.ts';

/** Step 2 of faculty: the faculty ID, and a look at what will be sent. */
export const FacultyIdStep = ({ registration }: { registration: Registration }) => {
  const { form, busy, change, back, complete } = registration;
  const department = registrationDepartments.find(({ value }) => value === form.department);
  const summary = [
    ['Role', 'Faculty'],
    ['Department', department?.label ?? 'Not selected'],
    ['Faculty ID', form.facultyId.trim() || 'Not entered'],
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
        label="Faculty ID"
        placeholder="FAC001"
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={40}
        required
        value={form.facultyId}
        onChange={(event) => change({ facultyId: event.target.value })}
      />
      <dl className="mt-5 divide-y divide-line rounded-control bg-sunken px-4 py-1">
        {summary.map(([label, value]) => (
          <div key={label} className="flex justify-between gap-6 py-2.5">
            <dt className="shrink-0 text-muted">{label}</dt>
            <dd className="min-w-0 text-right font-medium break-words">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-6 flex gap-3">
        <Button variant="secondary" size="large" onClick={back} disabled={busy}>
          Back
        </Button>
        <Button type="submit" size="large" busy={busy} className="flex-1">
          {busy ? 'Completing...' : 'Complete Registration'}
        </Button>
      </div>
    </form>
  );
};
