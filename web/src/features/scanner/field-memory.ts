/**
 * Remembers what a text field holds. The answer puts that back and tells the field's owner;
 * null when the element is no text field.
 */
export function rememberField(element: EventTarget | null): (() => void) | null {
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
