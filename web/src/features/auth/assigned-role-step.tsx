import type { Role } from '@keydesk/shared/users/role';
import { ShieldCheck } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import type { Registration } from './use-registration.ts';

const welcome: Partial<Record<Role, { title: string; text: string }>> = {
  admin: {
    title: 'Welcome, Administrator',
    text: 'You have full administrative access to the system.',
  },
  security: {
    title: 'Welcome, Security',
    text: 'You have access to security features and key management.',
  },
};

type AssignedRoleStepProps = { role: Role; registration: Registration };

/** The only step of people whose role follows from their mailbox. */
export const AssignedRoleStep = ({ role, registration }: AssignedRoleStepProps) => (
  <>
    <div className="rounded-control bg-accent-soft px-5 py-5 text-center">
      <ShieldCheck aria-hidden className="mx-auto size-8 text-accent" />
      <p className="mt-3 text-lg font-semibold">{welcome[role]?.title ?? 'Welcome'}</p>
      <p className="mt-1">Your role was assigned automatically from your e-mail address.</p>
      <p className="mt-1">{welcome[role]?.text}</p>
    </div>
    <p className="mt-5 text-center text-muted">
      You're all set! Click continue to complete registration.
    </p>
    <Button
      size="large"
      busy={registration.busy}
      onClick={registration.complete}
      className="mt-5 w-full"
    >
      {registration.busy ? 'Completing...' : 'Continue'}
    </Button>
  </>
);
