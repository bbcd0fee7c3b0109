const filenamePattern = /filename="?([^";]+)"?/;

/** Hands the body of `response` to the browser as a file, under the server's name for it if it gives one. */
export async function saveFile(response: Response, fallbackName: string): Promise<void> {
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download =
    filenamePattern.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ?? fallbackName;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser may still be reading when the click returns.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Puts the cursor where a form has to be mended. */
export function focusFirstInvalid(form: HTMLFormElement): void {
  form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}

/** Calls back once the browser has nothing better to do. */
export function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(() => work(), { timeout: 10_000 });
  else setTimeout(work, 1_000);
}
