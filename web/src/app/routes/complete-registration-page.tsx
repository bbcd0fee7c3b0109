import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { checkSession } from '../../features/auth/check-session.ts';
import { registrationQuery } from '../../features/auth/registration.ts';
import { RegistrationCard, WaitingCard } from '../../features/auth/registration-card.tsx';
import { signOut } from '../../features/auth/sign-out.ts';
import { useSlowRegistration } from '../../features/auth/use-registration.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { QueryState } from '../../ui/query-state.tsx';

/** Registration of a pending person, or of faculty whose record is incomplete. */
export function CompleteRegistrationPage() {
  const status = useQuery(registrationQuery);
  const slow = useSlowRegistration(status.isPending);
  const accepted = status.data?.needsRegistration === false;
  useEffect(() => {
    // The guards redirect once the session is updated.
    if (accepted) void checkSession();
  }, [accepted]);
  return (
    <main className="mx-auto grid min-h-dvh w-full max-w-lg grid-cols-[minmax(0,1fr)] content-center px-4 py-8">
      {slow && (
        <Notice tone="warning" className="mb-4">
          This is taking longer than usual. Please check your connection.
        </Notice>
      )}
      {status.data &&
        (status.data.waiting || accepted ? (
          <WaitingCard user={status.data.user} />
        ) : (
          <RegistrationCard user={status.data.user} role={status.data.assignedRole} />
        ))}
      <QueryState query={status} loading="Checking your registration..." />
      <Button variant="quiet" onClick={() => void signOut()} className="mx-auto mt-5">
        Not you? Logout
      </Button>
    </main>
  );
}
