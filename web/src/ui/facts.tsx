import { Children, type ReactNode } from 'react';

/**
 * Short facts in a row, with a dot between two on the same line; no line starts or ends with one.
 * Children are facts, and so are parts of a text with dots. Empty facts (null, false, '') leave no
 * dot.
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

/** A space with a dot painted on it: at a line break both vanish. */
function Dot() {
  return (
    <span className="fact-dot">
      {' '}
      <span>·&nbsp;</span>
    </span>
  );
}
