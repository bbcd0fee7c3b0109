import { z } from 'zod';
import { isId } from '../core/is-id.ts';
import { nullAsUndefined } from '../http/input.ts';

/**
 * The QR code of a printed tag holds this prefix and the key's id, in upper case so that
 * alphanumeric mode can encode it. A tag identifies a key; it proves nothing.
 */
const keyTagPrefix = 'KDTAG:';

/** The text on the tag of a key. */
export function formatKeyTag(keyId: string): string {
  return `${keyTagPrefix}${keyId.toUpperCase()}`;
}

/** The id of the key whose tag reads `text`, in any case, or null for any other text. */
export function parseKeyTag(text: string): string | null {
  const tag = text.trim().toLowerCase();
  const keyId = tag.slice(keyTagPrefix.length);
  return tag.startsWith(keyTagPrefix.toLowerCase()) && isId(keyId) ? keyId : null;
}

/** The text of the tag that the desk scanned. */
export const tagSchema = nullAsUndefined(z.string().max(200).optional());
