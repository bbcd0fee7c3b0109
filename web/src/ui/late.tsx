import { type ComponentType, type ReactNode, useEffect, useState } from 'react';

/**
 * A component whose code is loaded when it is first drawn, or before by `load`. Until then
 * `whileLoading` stands in. Unlike a suspended one it shows in the moment in which it is there, and
 * what a lost network has kept back comes with the network.
 */
export const late = <P extends object>(read: () => Promise<ComponentType<P>>) => {
  let loaded: ComponentType<P> | undefined;
  const load = async (): Promise<ComponentType<P>> => {
    loaded ??= await read();
    return loaded;
  };
  const Late = ({ whileLoading = null, ...props }: P & { whileLoading?: ReactNode }) => {
    const [Part, setPart] = useState(() => loaded);
    useEffect(() => {
      if (Part) return;
      const draw = () => void load().then((part) => setPart(() => part), waitForNetwork);
      const waitForNetwork = () => window.addEventListener('online', draw, { once: true });
      draw();
      return () => window.removeEventListener('online', draw);
    }, [Part]);
    return Part ? <Part {...(props as unknown as P)} /> : whileLoading;
  };
  return Object.assign(Late, { load });
};
