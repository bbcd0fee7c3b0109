import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

type PageHeaderProps = { title: ReactNode; text?: ReactNode; action?: ReactNode };

/** A page's heading with at most one line of text, and its actions. */
export function PageHeader({ title, text, action }: PageHeaderProps) {
  return (
    <header className="mb-5 flex flex-wrap items-center justify-between gap-x-2 gap-y-3 sm:gap-x-4">
      <div className="min-w-0">
        <h1 className="text-2xl font-semibold tracking-tight text-balance">{title}</h1>
        {text && <p className="mt-1 text-muted">{text}</p>}
      </div>
      {action && <div className="flex flex-wrap items-center gap-2">{action}</div>}
    </header>
  );
}

type TitledCardProps = {
  title: ReactNode;
  text?: ReactNode;
  action?: ReactNode;
  large?: boolean;
  className?: string;
  children?: ReactNode;
};

export function TitledCard(props: TitledCardProps) {
  const { title, text, action, large = false, className, children } = props;
  const id = useId();
  const heading = (
    <h2 id={id} className={classNames('font-semibold', large ? 'text-xl' : 'text-base')}>
      {title}
    </h2>
  );
  return (
    <Card aria-labelledby={id} {...(className && { className })}>
      {action ? (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          {heading}
          {action}
        </div>
      ) : (
        heading
      )}
      {text && (
        <p className={classNames('text-muted', large ? 'mt-1 max-w-prose' : 'mt-1 text-sm')}>
          {text}
        </p>
      )}
      {children}
    </Card>
  );
}

export function Card({ className, ...rest }: ComponentProps<'section'>) {
  // A variable, so that a class for one side holds on wide screens too.
  const padding = 'p-(--padding) [--padding:--spacing(4)] sm:[--padding:--spacing(5)]';
  return <section {...rest} className={classNames('card', padding, className)} />;
}

/** A page that is one card below the product's mark, for those who are not signed in. */
export function LoneCard({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <main className="grid min-h-dvh grid-cols-[minmax(0,1fr)] place-items-center bg-[radial-gradient(56rem_28rem_at_50%_-6rem,var(--accent-soft),transparent)] px-4 py-10">
      <section className="card w-full max-w-md px-6 py-9 text-center sm:px-10 sm:py-11">
        <img src="/favicon.svg" alt="" className="mx-auto size-14" />
        {title && (
          <h1 className="mt-6 text-2xl font-semibold tracking-tight text-balance wrap-anywhere">
            {title}
          </h1>
        )}
        {children}
      </section>
    </main>
  );
}

type EmptyStateProps = {
  title: string;
  /** `h1` where the page has no other heading. */
  as?: 'p' | 'h1';
  text?: string;
  icon?: ReactNode;
  action?: ReactNode;
  /** Less tall, where more content follows. */
  compact?: boolean;
  /** In a card of its own. */
  card?: boolean;
};

export function EmptyState(props: EmptyStateProps) {
  const { title, as: Title = 'p', text, icon, action, compact, card } = props;
  return (
    <div
      className={classNames(
        'flex flex-col items-center gap-1.5 px-6 text-center',
        compact ? 'py-5' : 'py-14',
        card && 'card',
      )}
    >
      {icon && (
        <div className="mb-3 grid size-14 place-items-center rounded-full bg-accent-soft text-accent [&_svg]:size-6">
          {icon}
        </div>
      )}
      <Title className="text-xl font-semibold">{title}</Title>
      {text && <p className="max-w-sm text-muted">{text}</p>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  );
}
