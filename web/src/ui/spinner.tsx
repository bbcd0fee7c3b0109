import { LoaderCircle } from 'lucide-react';
import { classNames } from './class-names.ts';

/** A spinning circle; purely visual, so pair it with words. */
export function Spinner({ className = 'size-5' }: { className?: string }) {
  return <LoaderCircle aria-hidden className={classNames('animate-spin', className)} />;
}
