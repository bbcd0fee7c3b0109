import { ChevronLeft, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { buttonClassName } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/page.tsx';

type RecordHeaderProps = {
  list: ReactNode;
  title: ReactNode;
  text?: ReactNode;
  picture?: ReactNode;
  actions?: ReactNode;
};

export function RecordHeader({ list, title, text, picture, actions }: RecordHeaderProps) {
  return (
    <header className="mb-5">
      <p className="mb-2 flex items-center gap-1 text-sm text-muted [&_a]:inline-flex [&_a]:min-h-11 [&_a]:items-center [&_a]:font-medium [&_a]:text-accent [&_a:hover]:underline">
        <ChevronLeft aria-hidden className="size-4 shrink-0" />
        {list}
      </p>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <div className="flex min-w-0 items-center gap-4">
          {picture}
          <div className="min-w-0">
            <h1 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-2xl font-semibold tracking-tight wrap-anywhere">
              {title}
            </h1>
            {text && <p className="mt-1 text-muted wrap-anywhere">{text}</p>}
          </div>
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
    </header>
  );
}

export function RecordColumns({ children }: { children: ReactNode }) {
  return (
    <div className="@container">
      <div className="grid items-start gap-4 @3xl:grid-cols-2">{children}</div>
    </div>
  );
}

type RecordNotFoundProps = { title: string; text: string; action: ReactNode };

export function RecordNotFound({ title, text, action }: RecordNotFoundProps) {
  return (
    <div className="card">
      <EmptyState
        icon={<SearchX aria-hidden />}
        as="h1"
        title={title}
        text={text}
        action={action}
      />
    </div>
  );
}

export const recordActionClassName = buttonClassName('secondary');
