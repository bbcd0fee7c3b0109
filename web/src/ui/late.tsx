import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { LateSign } from './late-sign.tsx';
import { showError } from './toast/show-toast.ts';

/** Says that code which was asked for has not come. */
export const sayNotLoaded = (): void =>
  showError('This part of the page could not be loaded. Please try again.');

/**
 * A component whose code is loaded when it is first drawn, or before by `load`. Until then
 * `whileLoading` stands in, or a sign that it is on its way. Unlike a suspended one it shows in the
 * moment in which it is there, and what a lost network has kept back comes with the network. Any
 * other failure says so and closes what would have opened; the next press on the page tries again.
 */
export const late = <P extends object>(read: () => Promise<ComponentType<P>>) => {
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
      sayNotLoaded();
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
    return whileLoading ?? (coming && <LateSign />);
  };
  return Object.assign(Late, { load });
};
