import { t as actionText } from '@keydesk/shared/texts/en/actions';
import { ChevronLeft, Pencil, SearchX } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { Button, buttonClassName, IconButton } from '../../ui/button.tsx';
import { type MenuEntry, MoreMenu } from '../../ui/menu.tsx';
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
      <BackTo>{list}</BackTo>
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

/** The link above a page to the list that it belongs to. */
export function BackTo({ children }: { children: ReactNode }) {
  return (
    <p className="mb-2 flex items-center gap-1 text-sm text-muted [&_a]:inline-flex [&_a]:min-h-11 [&_a]:items-center [&_a]:font-semibold [&_a]:text-accent [&_a:hover]:underline">
      <ChevronLeft aria-hidden className="size-4 shrink-0" />
      {children}
    </p>
  );
}

type RecordActionsProps = Pick<ComponentProps<typeof MoreMenu>, 'entries'> & {
  /** What the record is called. */
  title: string;
  /** On its own page, with words. */
  labelled: boolean;
  onEdit?: (() => void) | undefined;
  /** What removes it. */
  last: MenuEntry;
  /** An action more usual than to edit it. */
  children?: ReactNode;
};

/** What is usually done with a record, and a menu with the rest. */
export function RecordActions(props: RecordActionsProps) {
  const { title, labelled, onEdit, entries, last, children } = props;
  const edit = { onClick: onEdit, 'aria-label': actionText('edit-named', { title }) };
  return (
    <div className={labelled ? 'contents' : '-my-1 flex items-center justify-end max-sm:flex-wrap'}>
      {children}
      {onEdit && !labelled && (
        <IconButton
          {...edit}
          label={edit['aria-label']}
          icon={<Pencil aria-hidden />}
          className="shown-in-row"
        />
      )}
      {onEdit && labelled && (
        <Button variant="secondary" size="small" {...edit}>
          <Pencil aria-hidden className="size-4" />
          {actionText('edit')}
        </Button>
      )}
      <MoreMenu
        label={actionText('more-of', { title })}
        entries={entries}
        more={[[{ danger: true, ...last }]]}
      />
    </div>
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
    <EmptyState
      card
      icon={<SearchX aria-hidden />}
      as="h1"
      title={title}
      text={text}
      action={action}
    />
  );
}

export const recordActionClassName = buttonClassName('secondary');
