import { useEffect, useEffectEvent } from 'react';

/** Calls `onCode` with what a USB scanner types, for as long as `enabled` holds. */
export function useKeyboardWedge(onCode: (text: string) => void, enabled = true): void {
  const deliver = useEffectEvent(onCode);
  useEffect(() => {
    if (!enabled) return;
    return listenForScans(document, deliver);
  }, [enabled]);
}

/**
 * Listens for a USB scanner, which types a code like a very fast keyboard and ends with Enter.
 * Works wherever the focus is: a text field gets its content back, and no button is pressed.
 */
function listenForScans(page: Document, onCode: (text: string) => void): () => void {
  const burst = createWedgeDetector();
  let restore: (() => void) | null = null;

  const onKey = (event: KeyboardEvent) => {
    if (MODIFIER_KEYS.has(event.key)) return;
    if (event.key === 'Enter') {
      const text = burst.end(event.timeStamp);
      if (text === null) return;
      swallow(event);
      restore?.();
      onCode(text);
    } else if (isCharacter(event)) {
      const length = burst.add(event.key, event.timeStamp);
      if (length === 1) restore = snapshotField(event.target);
      else if (length >= MIN_BURST_LENGTH && !restore) swallow(event);
    } else {
      burst.reset();
    }
  };

  page.addEventListener('keydown', onKey, { capture: true });
  return () => page.removeEventListener('keydown', onKey, { capture: true });
}

function swallow(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Brackets and braces need AltGr on many layouts, which arrives as Control and Alt together. */
function isCharacter({ key, repeat, isComposing, metaKey, ctrlKey, altKey }: KeyboardEvent) {
  const isShortcut = metaKey || (ctrlKey && !altKey);
  return [...key].length === 1 && !repeat && !isComposing && !isShortcut;
}

/**
 * Remembers what a text field holds. The answer puts that back and tells the field's owner;
 * null when the element is no text field.
 */
function snapshotField(element: EventTarget | null): (() => void) | null {
  if (!(element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)) return null;
  const { value, selectionStart, selectionEnd } = element;
  if (selectionStart === null) return null;
  return () => {
    // The prototype's setter: React overrides the element's own and would miss the change.
    const owner = Object.getPrototypeOf(element);
    Object.getOwnPropertyDescriptor(owner, 'value')?.set?.call(element, value);
    element.setSelectionRange(selectionStart, selectionEnd);
    element.dispatchEvent(new Event('input', { bubbles: true }));
  };
}

const MODIFIER_KEYS = new Set(['Shift', 'CapsLock', 'Control', 'Alt', 'AltGraph']);
const MIN_BURST_LENGTH = 3;

const MAX_KEY_GAP_MS = 50;
const MIN_CODE_LENGTH = 20;

type WedgeDetector = {
  /** Takes a character and says how many have now come in one go. */
  add: (character: string, at: number) => number;
  /** Ends the burst; its text if a scanner typed it, otherwise null. */
  end: (at: number) => string | null;
  reset: () => void;
};

/** Tells a scanner that types a code from a person: nobody keeps up that speed for that long. */
export function createWedgeDetector(): WedgeDetector {
  let characters: string[] = [];
  let last = 0;
  return {
    add: (character, at) => {
      if (at - last > MAX_KEY_GAP_MS) characters = [];
      characters.push(character);
      last = at;
      return characters.length;
    },
    end: (at) => {
      const burst = characters;
      characters = [];
      return burst.length >= MIN_CODE_LENGTH && at - last <= MAX_KEY_GAP_MS ? burst.join('') : null;
    },
    reset: () => {
      characters = [];
    },
  };
}
