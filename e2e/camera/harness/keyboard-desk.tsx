import { useState } from 'react';
import { useKeyboardWedge } from '../../../web/src/features/scanner/use-keyboard-wedge.ts';

/** A desk with a USB scanner, a search field and a button that it must leave alone. */
export function KeyboardDesk() {
  const [search, setSearch] = useState('');
  const [presses, setPresses] = useState(0);
  const [code, setCode] = useState('none');
  useKeyboardWedge(setCode);
  return (
    <section>
      <input
        aria-label="Search"
        type="search"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <p>Searching for [{search}]</p>
      <button type="button" onClick={() => setPresses(presses + 1)}>
        Press
      </button>
      <p>Pressed {presses} times</p>
      <p>
        Typed code: <output>{code}</output>
      </p>
    </section>
  );
}
