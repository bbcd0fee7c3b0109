import { Toast } from '@base-ui/react/toast';
import { useEffect } from 'react';
import { ToastCards } from '../../ui/toast/toaster.tsx';

const specimens = [
  { type: 'error', title: 'Key is not available' },
  { type: 'success', title: 'Key CSE-104 (Programming Lab) returned successfully' },
  { type: 'info', title: 'A new version is ready', actionProps: { children: 'Reload' } },
] as const;

const Staying = () => {
  const { add } = Toast.useToastManager();
  useEffect(() => {
    for (const specimen of specimens) add({ id: specimen.title, timeout: 0, ...specimen });
  }, [add]);
  return <ToastCards />;
};

/** One toast of each kind, to stay. */
export const ToastSpecimens = () => (
  <Toast.Provider limit={specimens.length}>
    <Toast.Viewport className="mx-auto flex max-w-md flex-col gap-2 outline-none">
      <Staying />
    </Toast.Viewport>
  </Toast.Provider>
);
