import { may } from '@keydesk/shared/http/roles';
import { Link } from '@tanstack/react-router';
import { createContext, type ReactNode } from 'react';
import { useUser } from '../lib/session.ts';
import { classNames } from './class-names.ts';

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

/** The same as a tag of a text; `key` tells two of one text apart. */
export function linkToPerson(id: string | undefined, key = id) {
  return (name: ReactNode) => (
    <PersonLink key={key} id={id}>
      {name}
    </PersonLink>
  );
}

/** Whether the signed-in person may open the pages of keys and people. */
function useOpensRecords(): boolean {
  return may(useUser()?.role ?? 'pending', 'administer');
}

type KeyNumberProps = {
  number: string;
  /** The key whose page a click opens, for those who may see it. */
  linkTo?: string | undefined;
  className?: string;
};

/** So many letters fit one line on the narrowest phone. */
const longestWhole = 12;

/**
 * A key's number, readable at arm's length: on one line, also with a hyphen in it, unless it is
 * unusually long. Large ones take at most three quarters of a phone's width.
 */
export function KeyNumber({ number, linkTo, className }: KeyNumberProps) {
  return (
    <span className={classNames('key-number', className)}>
      <span
        className={
          number.length > longestWhole ? 'wrap-anywhere' : 'inline-block whitespace-nowrap'
        }
        style={{ fontSize: `min(1em, ${Math.round(120 / number.length)}vw)` }}
      >
        {linkTo ? <KeyLink id={linkTo}>{number}</KeyLink> : number}
      </span>
    </span>
  );
}

/** A key or a person whom a text names. */
export type NamedRecord = { of: 'key' | 'person'; id: string | null; name: string | null };

type LinkedTextProps = {
  text: string;
  /** In the order in which the text names them. */
  names: readonly NamedRecord[];
};

/** A sentence in which the keys and people that it names open their pages. */
export function LinkedText({ text, names }: LinkedTextProps) {
  const parts: ReactNode[] = [];
  let rest = text;
  for (const { of, id, name } of names) {
    const at = name ? rest.indexOf(name) : -1;
    if (!name || id === null || at < 0) continue;
    const RecordLink = of === 'key' ? KeyLink : PersonLink;
    parts.push(
      rest.slice(0, at),
      <RecordLink key={id} id={id}>
        {name}
      </RecordLink>,
    );
    rest = rest.slice(at + name.length);
  }
  return (
    <>
      {parts}
      {rest}
    </>
  );
}

/** Opens the details of a key; null on pages that cannot show them. */
export const OpenKeyContext = createContext<((keyId: string) => void) | null>(null);
