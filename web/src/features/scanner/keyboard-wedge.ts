import { createBurstReader } from './burst-reader.ts';
import { rememberField } from './field-memory.ts';

const HELD_KEYS = new Set(['Shift', 'CapsLock', 'Control', 'Alt', 'AltGraph']);
const CLEARLY_FAST = 3;

/**
 * Listens for a USB scanner, which types a code like a very fast keyboard and ends with Enter.
 * Works wherever the focus is: a text field gets its content back, and no button is pressed.
 */
export function listenForScans(page: Document, onCode: (text: string) => void): () => void {
  const burst = createBurstReader();
  let restore: (() => void) | null = null;

  const onKey = (event: KeyboardEvent) => {
    if (HELD_KEYS.has(event.key)) return;
    if (event.key === 'Enter') {
      const text = burst.end(event.timeStamp);
      if (text === null) return;
      swallow(event);
      restore?.();
      onCode(text);
    } else if (isCharacter(event)) {
      const length = burst.add(event.key, event.timeStamp);
      if (length === 1) restore = rememberField(event.target);
      else if (length >= CLEARLY_FAST && !restore) swallow(event);
    } else {
      burst.reset();
    }
  };

  page.addEventListener('keydown', onKey, { capture: true });
  return () => page.removeEventListener('keydown', onKey, { capture: true });
}

/** Brackets and braces need AltGr on many layouts, which arrives as Control and Alt together. */
function isCharacter({ key, repeat, isComposing, metaKey, ctrlKey, altKey }: KeyboardEvent) {
  const isShortcut = metaKey || (ctrlKey && !altKey);
  return [...key].length === 1 && !repeat && !isComposing && !isShortcut;
}

function swallow(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}
