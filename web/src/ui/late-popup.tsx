import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react';
import { sayNotLoaded } from './late.tsx';
import { LateSign } from './late-sign.tsx';

type LatePopupProps = Omit<ComponentProps<'button'>, 'popover'> & {
  /** Begins to load the popup; a press that follows waits for it. */
  load: () => Promise<unknown>;
  /** The same button with its popup, drawn once it is loaded. */
  loaded: ReactNode;
};

/** A button whose popup is loaded when somebody comes near it; the first press opens it. */
export const LatePopup = ({ load, loaded, ...button }: LatePopupProps) => {
  const [ready, setReady] = useState(false);
  const [coming, setComing] = useState(false);
  // A failure shows when the popup is wanted.
  const begin = () => void load().catch(() => undefined);
  const open = () => {
    setComing(true);
    void load()
      .then(() => setReady(true), sayNotLoaded)
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
      {coming && <LateSign />}
    </>
  );
};

/** For the button of a loaded popup: passes on the press that asked for it. */
export const useFirstPress = () => {
  const button = useRef<HTMLButtonElement>(null);
  const passedOn = useRef(false);
  useEffect(() => {
    if (passedOn.current) return;
    passedOn.current = true;
    button.current?.focus();
    button.current?.click();
  }, []);
  return button;
};
