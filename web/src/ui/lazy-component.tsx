import {
  type ComponentProps,
  type ComponentType,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { LoadingAnnouncement } from './loading.tsx';
import { showError } from './toast/show-toast.ts';

/**
 * A component whose code is loaded when it is first drawn, or before by `load`. Until then
 * `whileLoading` stands in, or a sign that it is on its way. Unlike a suspended one it shows in the
 * moment in which it is there, and what a lost network has kept back comes with the network. Any
 * other failure says so and closes what would have opened; the next press on the page tries again.
 */
export function lazyComponent<P extends object>(read: () => Promise<ComponentType<P>>) {
  let loaded: ComponentType<P> | undefined;
  const load = async (): Promise<ComponentType<P>> => {
    loaded ??= await read();
    return loaded;
  };
  type LateProps = P & { whileLoading?: ReactNode; onClose?: () => void };
  const Late = ({ whileLoading, ...props }: LateProps) => {
    const [Part, setPart] = useState(() => loaded);
    const [coming, setComing] = useState(true);
    const giveUp = useEffectEvent(() => {
      showLoadError();
      props.onClose?.();
    });
    useEffect(() => {
      if (Part) return;
      const unmounting = new AbortController();
      const { signal } = unmounting;
      const draw = () => void load().then((part) => setPart(() => part), waitForChance);
      const waitForChance = () => {
        if (signal.aborted) return;
        // The press that asks again may be for something else.
        setComing(false);
        const { onLine } = navigator;
        if (onLine) giveUp();
        const chance = onLine ? 'click' : 'online';
        window.addEventListener(chance, draw, { once: true, capture: true, signal });
      };
      draw();
      return () => unmounting.abort();
    }, [Part]);
    if (Part) return <Part {...(props as unknown as P)} />;
    return whileLoading ?? (coming && <LoadingBar />);
  };
  return Object.assign(Late, { load });
}

/** Says that code which was asked for has not come. */
function showLoadError(): void {
  showError('This part of the page could not be loaded. Please try again.');
}

/** Says that what was asked for is on its way; seen only where that takes a moment. */
function LoadingBar() {
  return (
    <div className="fixed inset-x-0 top-0 z-60 animate-late-sign">
      <div className="h-0.75 bg-accent animate-pulse" />
      <LoadingAnnouncement label="Loading..." />
    </div>
  );
}

type LazyPopoverProps = Omit<ComponentProps<'button'>, 'popover'> & {
  /** Begins to load the popup; a press that follows waits for it. */
  load: () => Promise<unknown>;
  /** The same button with its popup, drawn once it is loaded. */
  loaded: ReactNode;
};

/** A button whose popup is loaded when somebody comes near it; the first press opens it. */
export function LazyPopover({ load, loaded, ...button }: LazyPopoverProps) {
  const [ready, setReady] = useState(false);
  const [coming, setComing] = useState(false);
  // A failure shows when the popup is wanted.
  const begin = () => void load().catch(() => undefined);
  const open = () => {
    setComing(true);
    void load()
      .then(() => setReady(true), showLoadError)
      .finally(() => setComing(false));
  };
  if (ready) return loaded;
  return (
    <>
      <button
        type="button"
        aria-expanded={false}
        {...button}
        onPointerEnter={begin}
        onFocus={begin}
        onClick={open}
      />
      {coming && <LoadingBar />}
    </>
  );
}

/** For the button of a loaded popup: passes on the press that asked for it. */
export function useOpenOnMount() {
  const button = useRef<HTMLButtonElement>(null);
  const passedOn = useRef(false);
  useEffect(() => {
    if (passedOn.current) return;
    passedOn.current = true;
    button.current?.focus();
    button.current?.click();
  }, []);
  return button;
}
