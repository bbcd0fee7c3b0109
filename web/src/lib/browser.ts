const filenamePattern = /filename="?([^";]+)"?/;

/** Saves the response's body as a file, under the server's name for it if there is one. */
export async function saveFile(response: Response, fallbackName: string): Promise<void> {
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download =
    filenamePattern.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ?? fallbackName;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser may still be reading after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

export function focusFirstInvalid(form: HTMLFormElement): void {
  form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}

/** Calls back when the browser is idle; the returned function cancels that. */
export function whenIdle(work: () => void): () => void {
  if ('requestIdleCallback' in globalThis) {
    const request = requestIdleCallback(() => work(), { timeout: 10_000 });
    return () => cancelIdleCallback(request);
  }
  const timer = setTimeout(work, 1_000);
  return () => clearTimeout(timer);
}
