import { useState } from 'react';
import { useWideScreen } from '../../lib/media-query.ts';
import { foldedSidebar } from '../../lib/storage.ts';

/** Open beside a wide page unless folded away; closed over a narrow one unless opened. */
export const useSidebar = () => {
  const wide = useWideScreen();
  const [folded, setFolded] = useState(() => foldedSidebar.read() === 'yes');
  const [overlaid, setOverlaid] = useState(false);
  if (wide && overlaid) setOverlaid(false);
  const toggle = () => {
    if (!wide) return setOverlaid(!overlaid);
    foldedSidebar.write(folded ? 'no' : 'yes');
    setFolded(!folded);
  };
  return { wide, open: wide ? !folded : overlaid, toggle, close: () => setOverlaid(false) };
};
