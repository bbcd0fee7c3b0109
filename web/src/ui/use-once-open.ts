import { useState } from 'react';

/** Whether it is open or has been: what was opened once stays, so that it closes with its movement. */
export const useOnceOpen = (open: boolean): boolean => {
  const [once, setOnce] = useState(open);
  if (open && !once) setOnce(true);
  return open || once;
};
