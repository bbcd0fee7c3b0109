import type { User } from '@keydesk/shared/users/user';
import { Hourglass } from 'lucide-react';

/** What somebody sees who has registered, until an admin has accepted them. */
export const WaitingCard = ({ user }: { user: User }) => (
  <section className="card px-5 py-7 text-center sm:px-9 sm:py-9">
    <Hourglass aria-hidden className="mx-auto size-10 text-accent" />
    <h1 className="mt-4 text-2xl font-semibold tracking-tight">Waiting for approval</h1>
    <p className="mt-1 break-words text-muted">
      {user.name}, {user.email}
    </p>
    <p role="status" className="mt-5 text-balance">
      Your registration was sent. An administrator has to accept it before you can use the desk.
      This page goes on by itself once they have.
    </p>
  </section>
);
