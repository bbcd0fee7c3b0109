import { t } from '@keydesk/shared/texts/en/page';
import {
  type ComponentProps,
  type ComponentType,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { useHasOpened } from '../lib/hooks.ts';
import { LoadingAnnouncement } from './loading.tsx';
import { showError } from './toast/show-toast.ts';

type PropsOf<Component> = Component extends (props: infer P) => ReactNode ? P & object : never;

/**
 * The component `name` of a module that loads on its first render, or earlier by `load`. Until then
 * it shows `whileLoading` or a loading bar. Unlike with Suspense, it appears as soon as it is
 * loaded. Offline, loading is retried once the network is back. Any other failure shows an error
 * and closes what would have opened; the next click on the page retries.
 */
export function lazyComponent<Module, Name extends keyof Module>(
  importModule: () => Promise<Module>,
  name: Name,
) {
  type P = PropsOf<Module[Name]>;
  let loaded: ComponentType<P> | undefined;
  const load = async (): Promise<ComponentType<P>> => {
    loaded ??= (await importModule())[name] as ComponentType<P>;
    return loaded;
  };
  type LazyProps = P & { whileLoading?: ReactNode; onClose?: () => void };
  const Lazy = ({ whileLoading, ...props }: LazyProps) => {
    const [Component, setComponent] = useState(() => loaded);
    const [loading, setLoading] = useState(true);
    const giveUp = useEffectEvent(() => {
      showLoadError();
      props.onClose?.();
    });
    useEffect(() => {
      if (Component) return;
      const unmounting = new AbortController();
      const { signal } = unmounting;
      const start = () =>
        void load().then((component) => setComponent(() => component), retryLater);
      const retryLater = () => {
        if (signal.aborted) return;
        // The click that retries may have another purpose.
        setLoading(false);
        const { onLine } = navigator;
        if (onLine) giveUp();
        const retryEvent = onLine ? 'click' : 'online';
        window.addEventListener(retryEvent, start, { once: true, capture: true, signal });
      };
      start();
      return () => unmounting.abort();
    }, [Component]);
    if (Component) return <Component {...(props as unknown as P)} />;
    return whileLoading ?? (loading && <LoadingBar />);
  };
  return Object.assign(Lazy, { load });
}

/** A lazy dialog: it loads at its first opening and stays mounted for its closing animation. */
export function lazyDialog<Module, Name extends keyof Module>(
  importModule: () => Promise<Module>,
  name: Name,
) {
  type P = PropsOf<Module[Name]> & ({ open: boolean } | { subject: unknown });
  const Lazy = lazyComponent(importModule, name) as unknown as ComponentType<P>;
  return function LazyDialog(props: P) {
    const isOpen = 'open' in props ? props.open : props.subject !== null;
    return useHasOpened(isOpen) && <Lazy {...props} />;
  };
}

function showLoadError(): void {
  showError(t('part-not-loaded'));
}

/** Visible only after a moment. */
function LoadingBar() {
  return (
    <div className="fixed inset-x-0 top-0 z-60 animate-delayed-fade-in">
      <div className="h-0.75 bg-accent animate-pulse" />
      <LoadingAnnouncement label={t('loading')} />
    </div>
  );
}

type LazyPopoverProps = Omit<ComponentProps<'button'>, 'popover'> & {
  load: () => Promise<unknown>;
  /** The same button with its popup, once that is loaded. */
  loaded: ReactNode;
};

/** A button whose popup loads on hover or focus; the first click opens it. */
export function LazyPopover({ load, loaded, ...button }: LazyPopoverProps) {
  const [ready, setReady] = useState(false);
  const [loading, setLoading] = useState(false);
  // A failure is shown on click.
  const preload = () => void load().catch(() => undefined);
  const open = () => {
    setLoading(true);
    void load()
      .then(() => setReady(true), showLoadError)
      .finally(() => setLoading(false));
  };
  if (ready) return loaded;
  return (
    <>
      <button
        type="button"
        aria-expanded={false}
        {...button}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={open}
      />
      {loading && <LoadingBar />}
    </>
  );
}

/** For the button of a lazily loaded popup: repeats the click that opened it. */
export function useOpenOnMount() {
  const button = useRef<HTMLButtonElement>(null);
  const clicked = useRef(false);
  useEffect(() => {
    if (clicked.current) return;
    clicked.current = true;
    button.current?.focus();
    button.current?.click();
  }, []);
  return button;
}
