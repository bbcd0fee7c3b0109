import type { ComponentProps } from 'react';
import { type ButtonSize, type ButtonVariant, buttonLook } from './button-look.ts';
import { Spinner } from './spinner.tsx';

type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Work is under way: the button shows it and cannot be pressed. */
  busy?: boolean;
};

/** A button; `type="button"` unless told otherwise. */
export const Button = ({
  variant = 'primary',
  size = 'medium',
  busy = false,
  className,
  disabled,
  children,
  ...rest
}: ButtonProps) => (
  <button
    type="button"
    {...rest}
    className={buttonLook(variant, size, className)}
    disabled={disabled || busy}
    aria-busy={busy || undefined}
  >
    {busy && <Spinner className="size-4" />}
    {children}
  </button>
);
