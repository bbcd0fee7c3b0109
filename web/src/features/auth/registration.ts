import { queryOptions } from '@tanstack/react-query';
import { ApiError, api, call, serverMessage } from '../../lib/api.ts';

/** How often a waiting person asks whether they were accepted. */
const waitingPollMs = 5_000;

/** The person who registers, and the role that follows from their email address. */
export const registrationQuery = queryOptions({
  queryKey: ['registration-status'],
  queryFn: async () => await call(api.registrationStatus),
  // People who are not registered yet receive no live events.
  refetchInterval: ({ state }) => (state.data?.waiting ? waitingPollMs : false),
});

export type RegistrationForm = { department: string | null; facultyId: string };

/** Sends the registration; only faculty add details. */
export async function sendRegistration(
  faculty: boolean,
  { department, facultyId }: RegistrationForm,
): Promise<string> {
  const body = faculty && department ? { department, facultyId: facultyId.trim() } : {};
  const { message } = await call(api.completeRegistration, { body });
  return message;
}

/** The message for a failed registration. */
export function registrationErrorMessage(cause: unknown): string {
  return cause instanceof ApiError && cause.status > 0
    ? serverMessage(cause, 'Registration failed')
    : 'Registration failed. Please try again.';
}

/** Why a faculty member's registration cannot be sent yet, or null. */
export function validateRegistration(
  step: 1 | 2,
  { department, facultyId }: RegistrationForm,
): string | null {
  if (step === 1) return department ? null : 'Please select a department';
  return department && facultyId.trim() ? null : 'Please fill in all required fields';
}
