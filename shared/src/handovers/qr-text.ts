export type QrRecord = Readonly<Record<string, unknown>>;

/** No QR picture holds more than 4,296 characters; a pasted batch of 200 keys stays below this. */
export const maxQrTextLength = 10_000;

/** JSON text to value, without throwing. */
export const parseQrText = (text: string): { ok: true; value: unknown } | { ok: false } => {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false };
  }
};
