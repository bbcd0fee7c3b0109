import { may } from '@keydesk/shared/http/roles';
import { Link } from '@tanstack/react-router';
import { Children, createContext, type ReactNode } from 'react';
import { useUser } from '../lib/session.ts';
import { classNames } from './class-names.ts';

type RecordLinkProps = {
  /** Undefined if unknown: plain text. */
  id: string | undefined;
  children: ReactNode;
  className?: string;
  /** For a picture beside the same link as text: no second stop for keyboard and screen readers. */
  decorative?: boolean;
};

const linkClassName =
  'decoration-accent decoration-2 underline-offset-4 hover:text-accent hover:underline';

/** Links to the key's page for people who may open it. It wraps only if longer than a line. */
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

/** A link for a rich text tag; `key` distinguishes two in the same text. */
export function linkToPerson(id: string | undefined, key = id) {
  return (name: ReactNode) => (
    <PersonLink key={key} id={id}>
      {name}
    </PersonLink>
  );
}

function useOpensRecords(): boolean {
  return may(useUser()?.role ?? 'pending', 'administer');
}

type KeyNumberProps = {
  number: string;
  /** The key whose page a click opens, for people who may open it. */
  linkTo?: string | undefined;
  className?: string;
};

/** This many characters fit on one line of the narrowest phone. */
const longestWhole = 12;

/**
 * A key's number, readable at arm's length: on one line, even with a hyphen, unless it is unusually
 * long. Large ones take at most three quarters of a phone's width.
 */
export function KeyNumber({ number, linkTo, className }: KeyNumberProps) {
  return (
    <span className={classNames('key-number', className)}>
      <span
        dir="ltr"
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

/** A sentence whose short key numbers do not break at their hyphens. */
export function WholeNumbers({ children }: { children: string }) {
  return Children.map(children.split(/(\S+-\S*\d\S*)/), (part, index) =>
    index % 2 === 1 && part.length <= longestWhole ? (
      <span className="whitespace-nowrap">{part}</span>
    ) : (
      part
    ),
  );
}

export type NamedRecord = { of: 'key' | 'person'; id: string | null; name: string | null };

type LinkedTextProps = {
  text: string;
  /** In the order in which the text names them. */
  names: readonly NamedRecord[];
};

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
