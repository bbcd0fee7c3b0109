import type { RegistrationForm } from './registration.queries.ts';

/** Why a faculty member's registration cannot be sent yet, or null (spec §5). */
export const registrationFault = (
  step: 1 | 2,
  { department, facultyId }: RegistrationForm,
): string | null => {
  if (step === 1) return department ? null : 'Please select a department';
  return department && facultyId.trim() ? null : 'Please fill in all required fields';
};
