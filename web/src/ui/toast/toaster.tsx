import { Toast } from '@base-ui/react/toast';
import { Bell, CircleAlert, CircleCheck, Sparkles, X } from 'lucide-react';
import { useEffect } from 'react';
import { buttonClassName } from '../button.tsx';
import { classNames } from '../class-names.ts';
import { iconButtonClassName } from '../icon-button.tsx';
import { receiveToasts } from './show-toast.ts';

const toneStyles = {
  error: { Icon: CircleAlert, className: 'border-danger/30 bg-danger-soft text-danger' },
  success: { Icon: CircleCheck, className: 'border-available/30 bg-available-soft text-available' },
  info: { Icon: Sparkles, className: 'border-accent/30 bg-accent-soft text-accent' },
  action: { Icon: Bell, className: 'border-accent/30 bg-accent-soft text-accent' },
};

/** In milliseconds; an offer has no timeout. */
const durations = { error: 5_000, success: 4_000, info: 0, action: 20_000 };

/** The toasts of the surrounding provider. */
export function ToastCards() {
  const { toasts } = Toast.useToastManager();
  return toasts.map((toast) => {
    const { Icon, className } = styleOf(toast.type);
    return (
      <Toast.Root
        key={toast.id}
        toast={toast}
        swipeDirection={['up', 'left', 'right']}
        className={classNames(
          'w-full rounded-2xl border shadow-float transition duration-200 ease-out-soft data-starting-style:-translate-y-4 data-starting-style:opacity-0 data-ending-style:opacity-0',
          className,
        )}
      >
        <Toast.Content className="flex items-center gap-3 py-1.5 pr-1.5 pl-4">
          <Icon aria-hidden className="size-5 shrink-0" />
          <Toast.Title className="min-w-0 flex-1 py-1.5 text-[0.9375rem] font-medium break-words" />
          {toast.actionProps && <Toast.Action className={buttonClassName('primary', 'small')} />}
          <Toast.Close
            aria-label="Dismiss"
            className={classNames(iconButtonClassName, 'text-inherit hover:bg-transparent')}
          >
            <X />
          </Toast.Close>
        </Toast.Content>
      </Toast.Root>
    );
  });
}

function styleOf(type: string | undefined) {
  return toneStyles[type as keyof typeof toneStyles] ?? toneStyles.info;
}

/** Shows toasts at the top centre, at most 20 at a time. */
export function Toaster() {
  return (
    <Toast.Provider limit={20}>
      <Toast.Portal>
        <Toast.Viewport className="fixed inset-x-0 top-3 z-60 mx-auto flex w-[min(28rem,calc(100vw-1.5rem))] flex-col gap-2 outline-none">
          <ToastStack />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function ToastStack() {
  const { add, close } = Toast.useToastManager();
  useEffect(
    () =>
      receiveToasts(({ tone, text, action }) => {
        // The same message again renews its toast instead of adding one.
        const id = `${tone} ${text}`;
        const act = () => {
          close(id);
          action?.onPress();
        };
        add({
          id,
          title: text,
          type: tone,
          timeout: durations[tone],
          ...(action && { actionProps: { children: action.label, onClick: act } }),
        });
      }),
    [add, close],
  );
  return <ToastCards />;
}
