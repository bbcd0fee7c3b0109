import { registrationDepartments } from '@keydesk/shared/users/department';
import { Button } from '../../ui/button.tsx';
import type { Registration } from './use-registration.ts';

const optionLook =
  'flex min-h-13 cursor-pointer items-center gap-3 rounded-control border border-line px-4 py-2.5 transition-colors duration-150 hover:border-line-strong has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus';

/** Step 1 of faculty: the department. */
export const DepartmentStep = ({ registration }: { registration: Registration }) => (
  <form
    onSubmit={(event) => {
      event.preventDefault();
      registration.next();
    }}
  >
    <fieldset>
      <legend className="mb-3 font-medium">Select your department</legend>
      <div className="grid gap-2">
        {registrationDepartments.map(({ value, label }) => (
          <label key={value} className={optionLook}>
            <input
              type="radio"
              name="department"
              value={value}
              checked={registration.form.department === value}
              onChange={() => registration.change({ department: value })}
              className="size-5 tick outline-none"
            />
            <span className="flex-1 leading-snug">{label}</span>
            <span className="text-sm text-muted">{value}</span>
          </label>
        ))}
      </div>
    </fieldset>
    <div className="sticky bottom-0 mt-3 bg-surface py-3">
      <Button
        type="submit"
        size="large"
        disabled={!registration.form.department}
        className="w-full"
      >
        Continue
      </Button>
    </div>
  </form>
);
