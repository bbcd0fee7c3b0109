import type { ManagedUser } from '@keydesk/shared/dashboard/dashboard';
import { initialsOf } from '../../lib/initials.ts';
import { useUser } from '../../lib/session.ts';

/** Who it is: initials, name, address. */
export const UserHeading = ({ user }: { user: ManagedUser }) => {
  const self = useUser()?.id === user.id;
  return (
    <div className="flex min-w-0 items-center gap-3">
      <span
        aria-hidden
        className="grid size-10 shrink-0 place-items-center rounded-full bg-accent-soft text-sm font-semibold text-accent"
      >
        {initialsOf(user.name)}
      </span>
      <div className="min-w-0">
        <p className="truncate font-medium">
          {user.name}
          {self && <span className="ml-1.5 text-sm font-normal text-muted">(you)</span>}
        </p>
        <p className="truncate text-sm text-muted">{user.email}</p>
      </div>
    </div>
  );
};
