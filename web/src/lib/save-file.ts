const named = /filename="?([^";]+)"?/;

/** Hands the body of `response` to the browser as a file, under the server's name for it if it gives one. */
export const saveFile = async (response: Response, fallbackName: string): Promise<void> => {
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download =
    named.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ?? fallbackName;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser may still be reading when the click returns.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
};
