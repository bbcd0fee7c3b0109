import { LoaderCircle } from 'lucide-react';
import { classNames } from './class-names.ts';

/** Turning circle; purely visual, so pair it with words. */
export const Spinner = ({ className = 'size-5' }: { className?: string }) => (
  <LoaderCircle aria-hidden className={classNames('animate-spin', className)} />
);
