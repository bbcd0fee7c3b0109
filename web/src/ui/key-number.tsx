import { classNames } from './class-names.ts';
import { KeyLink } from './record-link.tsx';

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
