import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Spinner } from './loading.tsx';

type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Shows a spinner and ignores presses, but keeps the focus, so that Enter works again later. */
  busy?: boolean;
};

export function Button({
  variant = 'primary',
  size = 'medium',
  busy = false,
  className,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={buttonClassName(variant, size, className)}
      {...(busy && busyProps)}
    >
      {busy && <Spinner className="size-4" />}
      {children}
    </button>
  );
}

const busyProps = {
  'aria-busy': true,
  'aria-disabled': true,
  // Keeps a submit button from sending its form.
  onClick: (event: MouseEvent) => event.preventDefault(),
};

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';
export type ButtonSize = 'small' | 'medium' | 'large';

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong',
  secondary: 'bg-surface text-ink border border-line-strong/60 hover:bg-sunken',
  quiet: 'text-accent hover:bg-accent-soft disabled:bg-transparent aria-disabled:bg-transparent',
  danger: 'bg-danger-fill text-white hover:brightness-90',
};

const sizes: Record<ButtonSize, string> = {
  // Takes a touch within 44 px.
  small: 'min-h-9 px-3 text-sm after:absolute after:inset-x-0 after:-inset-y-1',
  medium: 'min-h-11 px-4 text-sm',
  large: 'min-h-13 px-4 text-base',
};

export function buttonClassName(
  variant: ButtonVariant = 'primary',
  size: ButtonSize = 'medium',
  className?: string,
): string {
  return classNames(
    'relative inline-flex items-center justify-center gap-2 rounded-control font-semibold select-none',
    'transition-colors duration-150 disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted aria-disabled:cursor-not-allowed aria-disabled:bg-sunken aria-disabled:text-muted',
    variants[variant],
    sizes[size],
    // A text button has no edge that would show its height.
    variant === 'quiet' && size === 'small' && 'min-h-11',
    className,
  );
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'aria-label'> & {
  /** Accessible name. */
  label: string;
  icon: ReactNode;
};

export const iconButtonClassName =
  'relative inline-grid min-h-11 min-w-11 shrink-0 place-items-center rounded-control text-sm font-semibold text-muted transition-colors duration-150 hover:bg-sunken hover:text-ink disabled:opacity-50 aria-disabled:cursor-not-allowed aria-disabled:opacity-50 [&_svg]:size-5';

export function IconButton({ label, icon, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      className={classNames(iconButtonClassName, className)}
    >
      {icon}
    </button>
  );
}
