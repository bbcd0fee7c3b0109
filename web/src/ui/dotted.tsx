import { Children, type ReactNode } from 'react';

/**
 * Short texts in a row, with a dot between two on the same line; no line starts or ends with one.
 * Children are items, and so are parts of a text with dots. Empty items (null, false, '') leave no
 * dot.
 */
export function Dotted({ children }: { children: ReactNode }) {
  const items = Children.toArray(children)
    .flatMap((child) => (typeof child === 'string' ? child.split(' · ') : [child]))
    .filter((item) => item !== '');
  return Children.map(items, (item, index) => (
    <>
      {index > 0 && <Dot />}
      {typeof item === 'string' ? <bdi>{item}</bdi> : item}
    </>
  ));
}

/** A space with a dot painted on it: at a line break both vanish. */
function Dot() {
  return (
    <span className="dotted-dot">
      {' '}
      <span>·&nbsp;</span>
    </span>
  );
}
