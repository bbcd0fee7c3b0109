import { useCallback, useEffect, useState } from 'react';

const writeAfterMs = 250;

/**
 * What is typed into a search field whose value is kept in the address: shown at once, written to
 * the address after a pause or by `flush`. If the address changes by itself, by Back or a link, it
 * wins.
 */
export function useSearchTerm(search: string, write: (search: string) => void) {
  const [term, setTerm] = useState(search);
  const [written, setWritten] = useState(search);
  const [previous, setPrevious] = useState(search);
  if (search !== previous) {
    setPrevious(search);
    if (search !== written) {
      setTerm(search);
      setWritten(search);
    }
  }
  const flush = useCallback(() => {
    if (term === written) return;
    setWritten(term);
    write(term);
  }, [term, written, write]);
  useEffect(() => {
    const timer = setTimeout(flush, writeAfterMs);
    return () => clearTimeout(timer);
  }, [flush]);
  return { term, setTerm, flush };
}
