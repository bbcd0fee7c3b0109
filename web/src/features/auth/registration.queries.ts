import type { RegistrationDepartment } from '@keydesk/shared/users/department';
import { queryOptions } from '@tanstack/react-query';
import { api, call } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';

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
export const sendRegistration = async (
  faculty: boolean,
  { department, facultyId }: RegistrationForm,
): Promise<string> => {
  const body = faculty && department ? { department, facultyId: facultyId.trim() } : {};
  const { message } = await call(api.completeRegistration, { body });
  return message;
};

/** What to say about a registration that failed (spec §8). */
export const registrationFailure = (cause: unknown): string =>
  cause instanceof ApiError && cause.status > 0
    ? cause.message || 'Registration failed'
    : 'Registration failed. Please try again.';
