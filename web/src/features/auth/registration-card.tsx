import type { Role } from '@keydesk/shared/users/role';
import type { User } from '@keydesk/shared/users/user';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { AssignedRoleStep } from './assigned-role-step.tsx';
import { DepartmentStep } from './department-step.tsx';
import { FacultyIdStep } from './faculty-id-step.tsx';
import { useRegistration } from './use-registration.ts';

/** `role` is the one that the person's mailbox gives them. */
type RegistrationCardProps = { user: User; role: Role };

/** Registration, step by step: two for faculty, one for everybody else. */
export const RegistrationCard = ({ user, role }: RegistrationCardProps) => {
  const faculty = role === 'faculty';
  const registration = useRegistration(faculty);
  const steps = faculty ? 2 : 1;
  const position = `Step ${registration.step} of ${steps}`;
  return (
    <section className="card px-5 py-7 sm:px-9 sm:py-9">
      <p className="text-sm font-medium text-accent">{position}</p>
      <h1 className="mt-1 text-2xl font-semibold tracking-tight">Complete Registration</h1>
      <p className="mt-1 break-words text-muted">
        {user.name}, {user.email}
      </p>
      <div className="mt-5 mb-6">
        {faculty && <ProgressBar label={position} value={registration.step} max={steps} />}
      </div>
      {!faculty && <AssignedRoleStep role={role} registration={registration} />}
      {faculty && registration.step === 1 && <DepartmentStep registration={registration} />}
      {faculty && registration.step === 2 && <FacultyIdStep registration={registration} />}
    </section>
  );
};
