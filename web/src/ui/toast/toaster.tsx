import { Toast } from '@base-ui/react/toast';
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { useEffect } from 'react';
import { classNames } from '../class-names.ts';
import { iconButtonLook } from '../icon-button.tsx';
import { receiveToasts } from './show-toast.ts';

const looks = {
  error: 'border-danger/30 bg-danger-soft text-danger',
  success: 'border-available/30 bg-available-soft text-available',
};

const durations = { error: 5_000, success: 4_000 };

const ToastStack = () => {
  const { toasts, add } = Toast.useToastManager();
  useEffect(
    () =>
      receiveToasts(({ tone, text }) => {
        add({
          // The same words again renew the toast that says them.
          id: `${tone} ${text}`,
          title: text,
          type: tone,
          timeout: durations[tone],
        });
      }),
    [add],
  );
  return toasts.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      swipeDirection={['up', 'left', 'right']}
      className={classNames(
        'w-full rounded-2xl border shadow-float transition duration-200 ease-out-soft data-starting-style:-translate-y-4 data-starting-style:opacity-0 data-ending-style:opacity-0',
        looks[toast.type === 'error' ? 'error' : 'success'],
      )}
    >
      <Toast.Content className="flex items-center gap-3 py-1.5 pr-1.5 pl-4">
        {toast.type === 'error' ? (
          <CircleAlert aria-hidden className="size-5 shrink-0" />
        ) : (
          <CircleCheck aria-hidden className="size-5 shrink-0" />
        )}
        <Toast.Title className="min-w-0 flex-1 py-1.5 text-[0.9375rem] font-medium break-words" />
        <Toast.Close
          aria-label="Dismiss"
          className={classNames(iconButtonLook, 'text-inherit hover:bg-transparent')}
        >
          <X />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ));
};

/** Shows toasts at the top centre, at most 20 at a time. */
export const Toaster = () => (
  <Toast.Provider limit={20}>
    <Toast.Portal>
      <Toast.Viewport className="fixed inset-x-0 top-3 z-60 mx-auto flex w-[min(28rem,calc(100vw-1.5rem))] flex-col gap-2 outline-none">
        <ToastStack />
      </Toast.Viewport>
    </Toast.Portal>
  </Toast.Provider>
);
