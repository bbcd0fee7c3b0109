import type { ReactNode } from 'react';
import { KeyLink, PersonLink } from './record-link.tsx';

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
