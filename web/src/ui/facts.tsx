import { Children, type ReactNode } from 'react';

/**
 * Short facts in one row, each a child or a part of a text with dots, with a dot between those on one
 * line: none ends or begins a line. What is not there (null, false, '') leaves no dot behind.
 */
export function Facts({ children }: { children: ReactNode }) {
  const facts = Children.toArray(children)
    .flatMap((child) => (typeof child === 'string' ? child.split(' · ') : [child]))
    .filter((fact) => fact !== '');
  if (facts.length === 0) return null;
  return (
    <span className="facts">
      {Children.map(facts, (fact, index) => (
        <span>
          {index > 0 && <span className="fact-dot"> · </span>}
          {fact}
        </span>
      ))}
    </span>
  );
}
