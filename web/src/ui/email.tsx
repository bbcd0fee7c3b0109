import { Fragment } from 'react';

/**
 * An email address, or what is shown for one: on a line of its own before it breaks, and then
 * before an @ or a dot.
 */
export function Email({ children }: { children: string | null | undefined }) {
  return (
    <bdi className="inline-block">
      {children?.split(/(?=[@.]\S)/).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </bdi>
  );
}
