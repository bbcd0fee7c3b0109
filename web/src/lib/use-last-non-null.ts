import { useState } from 'react';

/** The last value that was not null, so that a dialog keeps its content while it goes away. */
export function useLastNonNull<T>(value: T | null): T | null {
  const [held, setHeld] = useState(value);
  if (value !== null && value !== held) setHeld(value);
  return value ?? held;
}
