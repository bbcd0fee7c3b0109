import { may } from '@keydesk/shared/users/role';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useUser } from '../lib/session.ts';

type RecordLinkProps = {
  /** Undefined where it is not known: plain text then. */
  id: string | undefined;
  children: ReactNode;
  className?: string;
  /** For a picture beside the same link as text: not a second stop for keyboard and screen readers. */
  decorative?: boolean;
};

const linkClassName =
  'decoration-accent decoration-2 underline-offset-4 hover:text-accent hover:underline';

/**
 * A key's number that opens the key's page, for those who may see it; plain text for others. It
 * breaks only where it is longer than a line.
 */
export function KeyLink({ id, children }: Pick<RecordLinkProps, 'id' | 'children'>) {
  const className = 'inline-block max-w-full';
  if (!useOpensRecords() || id === undefined) return <span className={className}>{children}</span>;
  return (
    <Link
      to="/dashboard/admin/keys/$id"
      params={{ id }}
      className={`${linkClassName} ${className}`}
    >
      {children}
    </Link>
  );
}

/** A person's name or picture that opens the person's page, for those who may see it. */
export function PersonLink({ id, children, className, decorative }: RecordLinkProps) {
  if (!useOpensRecords() || id === undefined) return <span className={className}>{children}</span>;
  return (
    <Link
      to="/dashboard/admin/users/$id"
      params={{ id }}
      {...(decorative && { tabIndex: -1, 'aria-hidden': true })}
      className={`${linkClassName} ${className ?? ''}`}
    >
      {children}
    </Link>
  );
}

/** Whether the signed-in person may open the pages of keys and people. */
function useOpensRecords(): boolean {
  return may(useUser()?.role ?? 'pending', 'administer');
}
