import { type ComponentType, type ReactNode, useEffect, useState } from 'react';

/**
 * A component whose code is loaded when it is first drawn, or before by `load`. Until then
 * `whileLoading` stands in. Unlike a suspended one it shows in the moment in which it is there.
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
      if (!Part) void load().then((part) => setPart(() => part));
    }, [Part]);
    return Part ? <Part {...(props as unknown as P)} /> : whileLoading;
  };
  return Object.assign(Late, { load });
};
