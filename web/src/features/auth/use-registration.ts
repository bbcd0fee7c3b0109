import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { showError, showSuccess } from '../../ui/toast/show-toast.ts';
import { checkSession } from './check-session.ts';
import {
  type RegistrationForm,
  registrationFailure,
  registrationQuery,
  sendRegistration,
} from './registration.queries.ts';
import { registrationFault } from './registration-fault.ts';

/** The state of one registration: its step, what was filled in, and sending it. */
export const useRegistration = (faculty: boolean) => {
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
    onError: (cause) => showError(registrationFailure(cause)),
  });
  const unlessFaulty = (proceed: () => void) => {
    const fault = faculty ? registrationFault(step, form) : null;
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
};

export type Registration = ReturnType<typeof useRegistration>;
