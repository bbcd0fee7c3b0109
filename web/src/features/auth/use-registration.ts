import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
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

/** The state of one registration: its step, what was filled in, and sending it. */
export function useRegistration(faculty: boolean) {
  const client = useQueryClient();
  const [step, setStep] = useState<1 | 2>(1);
  const [form, setForm] = useState<RegistrationForm>({ department: null, facultyId: '' });
  const sending = useMutation({
    mutationFn: async () => await sendRegistration(faculty, form),
    onSuccess: async (message) => {
      showSuccess(message);
      await checkSession();
      await client.invalidateQueries(registrationQuery);
    },
    onError: (cause) => showError(registrationErrorMessage(cause)),
  });
  const unlessFaulty = (proceed: () => void) => {
    const fault = faculty ? validateRegistration(step, form) : null;
    if (fault) showError(fault);
    else proceed();
  };
  return {
    step,
    form,
    busy: sending.isPending,
    change: (part: Partial<RegistrationForm>) => setForm({ ...form, ...part }),
    next: () => unlessFaulty(() => setStep(2)),
    back: () => setStep(1),
    complete: () => unlessFaulty(() => sending.mutate()),
  };
}

export type Registration = ReturnType<typeof useRegistration>;

const slowAfter = 2_000;
const stuckAfter = 3_000;

/**
 * Watches a wait on the registration page: tells when it is slow, and stops waiting for a session
 * check that is stuck (spec §4).
 */
export function useSessionCheckTimeout(loading: boolean): { waiting: boolean; slow: boolean } {
  const { checking } = useSession();
  const waiting = loading || checking;
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
  return { waiting, slow };
}
