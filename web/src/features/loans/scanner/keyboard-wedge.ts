import { useEffect, useEffectEvent } from 'react';
import { readTyped, type TypedKey, typedKeyOf } from './typed-code.ts';

/** Calls `onCode` with what a USB scanner types, and keeps it out of the page. */
export function useKeyboardWedge(onCode: (text: string) => void): void {
  const handleCode = useEffectEvent(onCode);
  useEffect(() => listenForScans(document, handleCode), []);
}

/**
 * Detects a USB scanner or card reader, which types like a very fast keyboard and ends with Enter
 * or Tab. Works wherever the focus is: a text field gets its content back, and no button is
 * activated.
 */
export function listenForScans(page: Document, onCode: (text: string) => void): () => void {
  const detector = createWedgeDetector();
  /** Keys whose keydown was kept from the page. */
  const swallowed = new Set<string>();
  let field: TextField | null = null;
  let restore: (() => void) | null = null;
  let endedAt = Number.NEGATIVE_INFINITY;

  const swallow = (event: KeyboardEvent) => {
    keepFromPage(event);
    swallowed.add(event.code || event.key);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (modifierKeys.has(event.key)) return;
    const at = event.timeStamp;
    if (event.key === 'Enter' || event.key === 'Tab') {
      const keys = detector.end(at, field ? minInField : minElsewhere);
      // Some scanners end with two keys.
      if (keys || at - endedAt <= maxGapMs) {
        endedAt = at;
        swallow(event);
      }
      if (!keys) return;
      restore?.();
      onCode(readTyped(keys));
      return;
    }
    const key = typedKeyOf(event);
    if (!key) return detector.reset();
    const length = detector.add(key, at);
    if (length === 1) {
      field = textFieldOf(event.target);
      restore = field && snapshot(field);
    } else if (!field && (length > 2 || key.typed === ' ')) {
      swallow(event);
    }
  };

  const onKeyUp = (event: KeyboardEvent) => {
    if (swallowed.delete(event.code || event.key)) keepFromPage(event);
  };

  page.addEventListener('keydown', onKeyDown, { capture: true });
  page.addEventListener('keyup', onKeyUp, { capture: true });
  return () => {
    page.removeEventListener('keydown', onKeyDown, { capture: true });
    page.removeEventListener('keyup', onKeyUp, { capture: true });
  };
}

function keepFromPage(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

type TextField = HTMLInputElement | HTMLTextAreaElement;

function textFieldOf(element: EventTarget | null): TextField | null {
  if (element instanceof HTMLTextAreaElement) return element;
  return element instanceof HTMLInputElement && !pressed.has(element.type) ? element : null;
}

/** Input types that take no typed text. */
const pressed = new Set([
  'button',
  'checkbox',
  'file',
  'image',
  'radio',
  'range',
  'reset',
  'submit',
]);

/** Remembers the content of a text field; the returned function restores it and notifies React. */
function snapshot(field: TextField): () => void {
  const { value, selectionStart, selectionEnd } = field;
  return () => {
    // The prototype's setter, because React overrides the element's own and would miss the change.
    const owner = Object.getPrototypeOf(field);
    Object.getOwnPropertyDescriptor(owner, 'value')?.set?.call(field, value);
    if (selectionStart !== null) field.setSelectionRange(selectionStart, selectionEnd);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  };
}

const modifierKeys = new Set(['Shift', 'CapsLock', 'Control', 'Alt', 'AltGraph']);

/** A burst in a text field is as long as a card number, so that fast typing loses no letter. */
const minInField = 4;
const minElsewhere = 2;

/** Longest gap between two keys of a scanner; some system clocks tick only every 16 ms. */
const maxGapMs = 60;
/** Longest average gap. People come near it for two or three letters, but not up to Enter. */
const maxPaceMs = 45;
/** Longest gap before Enter, however fast the keys before it were. */
const maxEndMs = 35;

type WedgeDetector = {
  add: (key: TypedKey, at: number) => number;
  /** Ends the burst; returns its keys if a scanner typed at least `minLength`, else null. */
  end: (at: number, minLength: number) => TypedKey[] | null;
  reset: () => void;
};

export function createWedgeDetector(): WedgeDetector {
  let keys: TypedKey[] = [];
  let first = 0;
  let last = 0;
  return {
    add: (key, at) => {
      if (at - last > maxGapMs) keys = [];
      if (keys.length === 0) first = at;
      keys.push(key);
      last = at;
      return keys.length;
    },
    end: (at, minLength) => {
      const burst = keys;
      keys = [];
      if (burst.length < minLength || (at - first) / burst.length > maxPaceMs) return null;
      // A scanner presses Enter at its own pace; a hand has to move there.
      const pace = (last - first) / (burst.length - 1);
      return at - last <= Math.min(maxGapMs, Math.max(maxEndMs, 2.5 * pace)) ? burst : null;
    },
    reset: () => {
      keys = [];
    },
  };
}
