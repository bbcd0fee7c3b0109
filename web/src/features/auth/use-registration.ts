import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError } from '../../lib/api.ts';
import { useOfflineReason } from '../../lib/live/connection.ts';
import { useSession } from '../../lib/session.ts';
import { showError, showSuccess } from '../../ui/toast/show-toast.ts';
import { checkSession, stopWaitingForCheck } from './check-session.ts';
import {
  type RegistrationForm,
  registrationErrorMessage,
  registrationQuery,
  sendRegistration,
  validateRegistration,
} from './registration.ts';
import { useRegistrationForm } from './use-registration-form.ts';

/** The state of a registration: its step and form, and sending it. */
export function useRegistration(userId: string, faculty: boolean) {
  const client = useQueryClient();
  const { step, form, change, toSecondStep, toFirstStep, forget } = useRegistrationForm(userId);
  const sending = useMutation({
    mutationKey: sendingKey,
    mutationFn: async () => await sendRegistration(faculty, form),
    onSuccess: async (message) => {
      showSuccess(message);
      forget();
      await checkSession();
      await client.invalidateQueries(registrationQuery);
    },
    onError: (cause) => {
      if (!isFacultyIdTaken(cause)) showError(registrationErrorMessage(cause));
    },
  });
  const ifValid = (proceed: () => void) => {
    const error = faculty ? validateRegistration(step, form) : null;
    if (error) showError(error);
    else proceed();
  };
  return {
    step,
    form,
    busy: sending.isPending,
    /** The server's message if the Faculty ID as entered belongs to somebody else. */
    facultyIdError: isFacultyIdTaken(sending.error) ? sending.error.message : null,
    change: (part: Partial<RegistrationForm>) => {
      sending.reset();
      change(part);
    },
    next: () => ifValid(toSecondStep),
    back: toFirstStep,
    complete: () => ifValid(() => sending.mutate()),
  };
}

function isFacultyIdTaken(cause: unknown): cause is ApiError {
  return cause instanceof ApiError && cause.code === 'FACULTY_ID_TAKEN';
}

export type Registration = ReturnType<typeof useRegistration>;

const sendingKey = ['registration'];

const slowAfter = 2_000;
const stuckAfter = 3_000;

/**
 * Whether the registration page has waited for more than two seconds, for the server or for the
 * network. A stuck session check is not waited for longer than three.
 */
export function useSlowRegistration(loading: boolean): boolean {
  const { checking } = useSession();
  const sending = useIsMutating({ mutationKey: sendingKey }) > 0;
  const offline = useOfflineReason() !== null;
  const waiting = loading || checking || sending || offline;
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!waiting) return;
    const timers = [
      setTimeout(() => setSlow(true), slowAfter),
      setTimeout(stopWaitingForCheck, stuckAfter),
    ];
    return () => {
      setSlow(false);
      for (const timer of timers) clearTimeout(timer);
    };
  }, [waiting]);
  return slow;
}
