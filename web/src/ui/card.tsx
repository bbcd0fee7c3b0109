import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

/** A quiet framed surface. */
export const Card = ({ className, ...rest }: ComponentProps<'section'>) => (
  <section {...rest} className={classNames('card p-5', className)} />
);
