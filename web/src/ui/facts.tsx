import { Children, type ReactNode } from 'react';

/**
 * Short facts in a row, each a child or a part of a text with dots, with a dot between two on one
 * line: none ends or begins a line. What is not there (null, false, '') leaves no dot behind.
 */
export function Facts({ children }: { children: ReactNode }) {
  const facts = Children.toArray(children)
    .flatMap((child) => (typeof child === 'string' ? child.split(' · ') : [child]))
    .filter((fact) => fact !== '');
  return Children.map(facts, (fact, index) => (
    <>
      {index > 0 && <Dot />}
      {fact}
    </>
  ));
}

/** A space with a dot painted on it: where a line ends or begins, both vanish. */
function Dot() {
  return (
    <span className="fact-dot">
      {' '}
      <span>·&nbsp;</span>
    </span>
  );
}
