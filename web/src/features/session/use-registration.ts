import type { User } from '@keydesk/shared/people/user';
import { t } from '@keydesk/shared/texts/en/registration';
import { queryOptions, useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ApiError, api, call, serverMessage } from '../../lib/api.ts';
import { useOfflineReason } from '../../lib/live/connection.ts';
import { useSession } from '../../lib/session.ts';
import { registrationDraft } from '../../lib/storage.ts';
import { showError, showSuccess } from '../../ui/toast/show-toast.ts';
import { checkSession, stopWaitingForCheck } from './check-session.ts';

export function useRegistration(user: User, faculty: boolean) {
  const client = useQueryClient();
  const { step, form, change, toSecondStep, toFirstStep, forget } = useRegistrationForm(user);
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
    /** Set if another person already has this Faculty ID. */
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
 * Whether the page has waited over two seconds for the server or the network. A stuck session check
 * is abandoned after three.
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

declare module '@tanstack/react-router' {
  interface HistoryState {
    registrationStep?: 2 | undefined;
  }
}

type Draft = RegistrationForm & { userId: string };

/**
 * The form and step of a registration. The step is a history entry, so Back leads to the first one,
 * and a reload keeps both. Values that the college has stated are fixed.
 */
function useRegistrationForm({ id: userId, department, facultyId }: User) {
  const navigate = useNavigate();
  const { history } = useRouter();
  const [entered, setForm] = useState(() => readDraft(userId));
  const form = {
    department: department ?? entered.department,
    facultyId: facultyId ?? entered.facultyId,
  };
  const atSecondStep = useRouterState({
    select: ({ location }) => location.state.registrationStep === 2,
  });
  useEffect(
    () => registrationDraft.write(JSON.stringify({ ...entered, userId })),
    [entered, userId],
  );
  return {
    step: atSecondStep && form.department ? (2 as const) : (1 as const),
    form,
    change: (part: Partial<RegistrationForm>) => setForm({ ...entered, ...part }),
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

/** How often a waiting person checks whether they were accepted. */
const waitingPollMs = 5_000;

export const registrationQuery = queryOptions({
  queryKey: ['registration-status'],
  queryFn: async () => await call(api.registrationStatus),
  // People without a complete registration receive no live events.
  refetchInterval: ({ state }) => (state.data?.waiting ? waitingPollMs : false),
});

type RegistrationForm = { department: string | null; facultyId: string };

/** Only faculty send details. */
async function sendRegistration(
  faculty: boolean,
  { department, facultyId }: RegistrationForm,
): Promise<string> {
  const body = faculty && department ? { department, facultyId: facultyId.trim() } : {};
  const { message } = await call(api.completeRegistration, { body });
  return message;
}

export function registrationErrorMessage(cause: unknown): string {
  return cause instanceof ApiError && cause.status > 0
    ? serverMessage(cause, t('failed'))
    : t('failed-try-again');
}

/** Why the form cannot be sent yet, or null. */
export function validateRegistration(
  step: 1 | 2,
  { department, facultyId }: RegistrationForm,
): string | null {
  if (step === 1) return department ? null : t('select-department');
  return department && facultyId.trim() ? null : t('fill-in-all');
}
