import { directionOf, spokenLanguage } from '@keydesk/shared/texts/translator';
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
      <bdi dir={directionOfItem(item)}>{item}</bdi>
    </>
  ));
}

/** Texts of ours may begin with a name in Latin letters; what has no others is such a name. */
function directionOfItem(item: ReactNode): 'rtl' | 'auto' {
  const isName = typeof item === 'string' && !lettersFromRight.test(item);
  return directionOf(spokenLanguage()) === 'rtl' && !isName ? 'rtl' : 'auto';
}

const lettersFromRight = /\p{Script=Arabic}|\p{Script=Hebrew}/u;

/** A space with a dot painted on it: at a line break both vanish. */
function Dot() {
  return (
    <span className="dotted-dot">
      {' '}
      <span>·&nbsp;</span>
    </span>
  );
}
