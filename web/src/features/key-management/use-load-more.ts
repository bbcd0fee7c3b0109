import { useState } from 'react';
import { useMediaQuery } from '../../lib/media-query.ts';

/**
 * How many items are shown: 10 at a time, 4 under 768 px (spec §9). Starts anew whenever
 * `narrowing` is another one.
 */
export const useLoadMore = (narrowing: unknown): { shown: number; loadMore: () => void } => {
  const step = useMediaQuery('(min-width: 768px)') ? 10 : 4;
  const [shown, setShown] = useState(step);
  const [of, setOf] = useState(narrowing);
  if (of !== narrowing) {
    setOf(narrowing);
    setShown(step);
  }
  return { shown: Math.max(shown, step), loadMore: () => setShown((count) => count + step) };
};
