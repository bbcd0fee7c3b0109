import type { RegistrationDepartment } from '@keydesk/shared/users/department';
import { queryOptions } from '@tanstack/react-query';
import { ApiError, api, call } from '../../lib/api.ts';

/** How soon somebody who waits sees that they were accepted. */
const waitingPollMs = 5_000;

/** The person who registers, and the role that their mailbox will give them. */
export const registrationQuery = queryOptions({
  queryKey: ['registration-status'],
  queryFn: async () => await call(api.registrationStatus),
  // Nothing is pushed to whoever is not registered yet.
  refetchInterval: ({ state }) => (state.data?.waiting ? waitingPollMs : false),
});

export type RegistrationForm = { department: RegistrationDepartment | null; facultyId: string };

/** Sends the registration; only faculty say more than that they want it. */
export async function sendRegistration(
  faculty: boolean,
  { department, facultyId }: RegistrationForm,
): Promise<string> {
  const body = faculty && department ? { department, facultyId: facultyId.trim() } : {};
  const { message } = await call(api.completeRegistration, { body });
  return message;
}

/** What to say about a registration that failed (spec §8). */
export function registrationErrorMessage(cause: unknown): string {
  return cause instanceof ApiError && cause.status > 0
    ? cause.message || 'Registration failed'
    : 'Registration failed. Please try again.';
}

/** Why a faculty member's registration cannot be sent yet, or null (spec §5). */
export function validateRegistration(
  step: 1 | 2,
  { department, facultyId }: RegistrationForm,
): string | null {
  if (step === 1) return department ? null : 'Please select a department';
  return department && facultyId.trim() ? null : 'Please fill in all required fields';
}
