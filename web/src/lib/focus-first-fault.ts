/** Puts the cursor where a form has to be mended. */
export const focusFirstFault = (form: HTMLFormElement): void =>
  form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
