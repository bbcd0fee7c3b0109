import { Toast } from '@base-ui/react/toast';
import { t } from '@keydesk/shared/texts/en/actions';
import { t as notificationText } from '@keydesk/shared/texts/en/notifications';
import { Bell, CircleAlert, CircleCheck, Sparkles, X } from 'lucide-react';
import {
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { buttonClassName, iconButtonClassName } from '../button.tsx';
import { classNames } from '../class-names.ts';
import { WholeNumbers } from '../record-link.tsx';
import { areToastsHeld, onToastsHeld, receiveToasts, type ToastAction } from './show-toast.ts';

/** Shows at most three toasts, at the top centre, or where they cover nothing in use. */
export function Toaster() {
  return (
    <Toast.Provider limit={3}>
      <Toast.Portal>
        <ToastViewport />
      </Toast.Portal>
    </Toast.Provider>
  );
}

function ToastViewport() {
  useReceivedToasts();
  const viewport = useRef<HTMLDivElement>(null);
  const low = useFreePlace(viewport);
  const held = useSyncExternalStore(onToastsHeld, areToastsHeld);
  return (
    <Toast.Viewport
      ref={viewport}
      aria-label={notificationText('notifications')}
      className={classNames(
        'fixed inset-x-0 z-60 mx-auto flex w-[min(28rem,calc(100vw-1.5rem))] flex-col gap-2 outline-none',
        low ? 'bottom-[calc(5rem+env(safe-area-inset-bottom))]' : 'top-3',
        held && 'hidden',
      )}
    >
      <ToastCards />
    </Toast.Viewport>
  );
}

const toneStyles = {
  error: { Icon: CircleAlert, className: 'border-danger/30 bg-danger-soft text-danger' },
  success: { Icon: CircleCheck, className: 'border-available/30 bg-available-soft text-available' },
  info: { Icon: Sparkles, className: 'border-accent/30 bg-accent-soft text-accent' },
  action: { Icon: Bell, className: 'border-accent/30 bg-accent-soft text-accent' },
};

/** In milliseconds; an offer has no timeout. */
const durations = { error: 5_000, success: 4_000, info: 0, action: 20_000 };

type ToastData = { other?: ToastAction };

function ToastCards() {
  const { toasts } = Toast.useToastManager<ToastData>();
  return toasts.map((toast) => {
    const { Icon, className } = styleOf(toast.type);
    return (
      <Toast.Root
        key={toast.id}
        toast={toast}
        swipeDirection={['up', 'left', 'right']}
        className={classNames(
          'w-full data-limited:hidden print:hidden rounded-card border shadow-float transition duration-200 ease-out-soft data-starting-style:-translate-y-4 data-starting-style:opacity-0 data-ending-style:opacity-0',
          className,
        )}
      >
        <Toast.Content
          className={classNames(
            'flex items-center gap-3 py-1.5 pe-1.5 ps-4',
            toast.data?.other && 'flex-wrap pe-4 pb-3',
          )}
        >
          <Icon aria-hidden className="size-5 shrink-0" />
          <Toast.Title
            className={classNames(
              'min-w-0 flex-1 py-1.5 text-sm font-semibold break-words',
              toast.data?.other && 'basis-3/4',
            )}
          >
            <WholeNumbers>{String(toast.title)}</WholeNumbers>
          </Toast.Title>
          {toast.actionProps && <Toast.Action className={buttonClassName('primary', 'small')} />}
          {toast.data?.other ? (
            <button
              type="button"
              className={buttonClassName('secondary', 'small')}
              onClick={toast.data.other.onPress}
            >
              {toast.data.other.label}
            </button>
          ) : (
            <Toast.Close
              aria-label={t('dismiss')}
              className={classNames(iconButtonClassName, 'text-inherit hover:bg-transparent')}
            >
              <X />
            </Toast.Close>
          )}
        </Toast.Content>
      </Toast.Root>
    );
  });
}

function styleOf(type: string | undefined) {
  return toneStyles[type as keyof typeof toneStyles] ?? toneStyles.info;
}

const gap = 12;

/**
 * Whether toasts move to the bottom, because at the top they would cover tabs or the last pressed
 * element. Dialogs make room at the top: `--toasts` is the height of the toasts there.
 */
function useFreePlace(viewport: RefObject<HTMLDivElement | null>): boolean {
  const { toasts } = Toast.useToastManager();
  const pressed = useLastPressed();
  const [low, setLow] = useState(false);
  useLayoutEffect(() => {
    const box = viewport.current?.getBoundingClientRect();
    if (!box || toasts.length === 0) return;
    const bottom = gap + box.height + gap;
    const inUse = [pressed.current, ...document.querySelectorAll('[data-never-covered]')];
    const covers = inUse.some((element) => {
      const { top, left, right, height } = element?.getBoundingClientRect() ?? new DOMRect();
      return height > 0 && top < bottom && right > box.left && left < box.right;
    });
    // Toasts have this role, too.
    const dialogs = [...document.querySelectorAll('[role="dialog"]')];
    const goesLow = covers && dialogs.every((dialog) => viewport.current?.contains(dialog));
    setLow(goesLow);
    const root = document.documentElement.style;
    if (!goesLow) root.setProperty('--toasts', `${bottom}px`);
    return () => {
      root.removeProperty('--toasts');
    };
  }, [toasts, viewport, pressed]);
  return low;
}

function useLastPressed(): RefObject<Element | null> {
  const pressed = useRef<Element | null>(null);
  useEffect(() => {
    const note = ({ target }: Event) => {
      pressed.current = target instanceof Element ? target.closest('button, a, input') : null;
    };
    const events = ['pointerdown', 'keydown'] as const;
    for (const event of events) document.addEventListener(event, note, true);
    return () => {
      for (const event of events) document.removeEventListener(event, note, true);
    };
  }, []);
  return pressed;
}

function useReceivedToasts(): void {
  const { add, close } = Toast.useToastManager<ToastData>();
  useEffect(
    () =>
      receiveToasts(({ tone, text, about, action, other }) => {
        // The same message again renews its toast.
        const id = about ?? `${tone} ${text}`;
        const closing = ({ label, onPress }: ToastAction) => ({
          label,
          onPress() {
            close(id);
            onPress();
          },
        });
        const first = action && closing(action);
        add({
          id,
          title: text,
          type: tone,
          timeout: durations[tone],
          ...(first && { actionProps: { children: first.label, onClick: first.onPress } }),
          ...(other && { data: { other: closing(other) } }),
        });
      }, close),
    [add, close],
  );
}
