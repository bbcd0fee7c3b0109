import { useNavigate, useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { registrationDraft } from '../../lib/storage.ts';
import type { RegistrationForm } from './registration.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The second step of the registration. */
    registrationStep?: 2 | undefined;
  }
}

type Draft = RegistrationForm & { userId: string };

/**
 * What `userId` has entered so far, and the step they are at. The step is an entry of the history, so
 * Back leads to the first one, and a reload keeps both.
 */
export function useRegistrationForm(userId: string) {
  const navigate = useNavigate();
  const { history } = useRouter();
  const [form, setForm] = useState(() => readDraft(userId));
  const atSecondStep = useRouterState({
    select: ({ location }) => location.state.registrationStep === 2,
  });
  useEffect(() => registrationDraft.write(JSON.stringify({ ...form, userId })), [form, userId]);
  return {
    step: atSecondStep && form.department ? (2 as const) : (1 as const),
    form,
    change: (part: Partial<RegistrationForm>) => setForm({ ...form, ...part }),
    toSecondStep: () => void navigate({ to: '.', state: { registrationStep: 2 } }),
    toFirstStep: () => history.back(),
    forget: registrationDraft.clear,
  };
}

function readDraft(userId: string): RegistrationForm {
  const draft = JSON.parse(registrationDraft.read() ?? 'null') as Draft | null;
  if (draft?.userId !== userId) return { department: null, facultyId: '' };
  return { department: draft.department, facultyId: draft.facultyId };
}
