import { useEffect, useEffectEvent } from 'react';

/**
 * Calls `onCode` with what a USB scanner types, and keeps it out of the page. With `cards` also what
 * a reader of ID cards types, whose numbers are shorter than codes.
 */
export function useKeyboardWedge(
  onCode: (text: string) => void,
  { cards = false }: { cards?: boolean } = {},
): void {
  const handleCode = useEffectEvent(onCode);
  useEffect(
    () => listenForScans(document, handleCode, cards ? minCardLength : minCodeLength),
    [cards],
  );
}

/**
 * Listens for a USB scanner, which types a code like a very fast keyboard and ends with Enter.
 * Works wherever the focus is: a text field gets its content back, and no button is activated.
 */
export function listenForScans(
  page: Document,
  onCode: (text: string) => void,
  minLength = minCodeLength,
): () => void {
  const detector = createWedgeDetector(minLength);
  let restore: (() => void) | null = null;

  const onKey = (event: KeyboardEvent) => {
    if (modifierKeys.has(event.key)) return;
    if (event.key === 'Enter') {
      const text = detector.end(event.timeStamp);
      if (text === null) return;
      swallow(event);
      restore?.();
      onCode(text);
    } else if (isCharacter(event)) {
      const length = detector.add(event.key, event.timeStamp);
      if (length === 1) restore = snapshotField(event.target);
      else if (length >= minBurstLength && !restore) swallow(event);
    } else {
      detector.reset();
    }
  };

  page.addEventListener('keydown', onKey, { capture: true });
  return () => page.removeEventListener('keydown', onKey, { capture: true });
}

function swallow(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** AltGr, which many layouts need for brackets, arrives as Control and Alt together. */
function isCharacter({ key, repeat, isComposing, metaKey, ctrlKey, altKey }: KeyboardEvent) {
  const isShortcut = metaKey || (ctrlKey && !altKey);
  return [...key].length === 1 && !repeat && !isComposing && !isShortcut;
}

/**
 * Remembers the content of a text field. Returns a function that restores it and notifies React, or
 * null if the element is not a text field.
 */
function snapshotField(element: EventTarget | null): (() => void) | null {
  if (!(element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)) return null;
  const { value, selectionStart, selectionEnd } = element;
  if (selectionStart === null) return null;
  return () => {
    // The prototype's setter, since React overrides the element's own and would miss the change.
    const owner = Object.getPrototypeOf(element);
    Object.getOwnPropertyDescriptor(owner, 'value')?.set?.call(element, value);
    element.setSelectionRange(selectionStart, selectionEnd);
    element.dispatchEvent(new Event('input', { bubbles: true }));
  };
}

const modifierKeys = new Set(['Shift', 'CapsLock', 'Control', 'Alt', 'AltGraph']);
const minBurstLength = 3;

const maxKeyGapMs = 50;
const minCodeLength = 20;
/** As short as the number of an ID card may be; a person who types needs longer between letters. */
const minCardLength = 5;

type WedgeDetector = {
  /** Adds a character and returns the length of the burst so far. */
  add: (character: string, at: number) => number;
  /** Ends the burst; returns its text if a scanner typed it, otherwise null. */
  end: (at: number) => string | null;
  reset: () => void;
};

/** Tells a scanner from a person: nobody types that fast for that long. */
export function createWedgeDetector(minLength = minCodeLength): WedgeDetector {
  let characters: string[] = [];
  let last = 0;
  return {
    add: (character, at) => {
      if (at - last > maxKeyGapMs) characters = [];
      characters.push(character);
      last = at;
      return characters.length;
    },
    end: (at) => {
      const burst = characters;
      characters = [];
      return burst.length >= minLength && at - last <= maxKeyGapMs ? burst.join('') : null;
    },
    reset: () => {
      characters = [];
    },
  };
}
