import { t } from '@keydesk/shared/texts/en/forms';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef } from 'react';

type MoreFieldsProps = { filled: boolean; wrong?: boolean; children: ReactNode };

/** Optional fields of a form, closed unless one is filled or has an error. */
export function MoreFields({ filled, wrong = false, children }: MoreFieldsProps) {
  const details = useRef<HTMLDetailsElement>(null);
  useLayoutEffect(() => {
    if (details.current && (filled || wrong)) details.current.open = true;
  }, [filled, wrong]);
  return (
    <details ref={details} className="group col-span-full">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-1 text-sm font-semibold text-accent [&::-webkit-details-marker]:hidden">
        {t('more')}
        <ChevronDown aria-hidden className="size-4.5 group-open:rotate-180" />
      </summary>
      <div className="flex flex-col gap-4 pt-2">{children}</div>
    </details>
  );
}
