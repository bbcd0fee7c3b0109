import { z } from 'zod';
import { isId } from '../core/is-id.ts';
import { says } from '../core/schema-texts.ts';
import { nullAsUndefined } from '../http/input.ts';
import { type KeyLevel, keyLevels } from './key-levels.ts';

/**
 * The QR code of a printed tag holds an address of this campus with the code of its key, in upper
 * case so that alphanumeric mode can encode it. A tag identifies a key; it proves nothing.
 */
export function formatTagAddress(publicUrl: string, tagCode: string): string {
  return `${publicUrl}/f/${tagCode}`.toUpperCase();
}

/** Tags from before they were addresses name the key's id. */
const keyTagPrefix = 'KDTAG:';

/** The text that names a key without its printed tag. */
export function formatKeyTag(keyId: string): string {
  return `${keyTagPrefix}${keyId.toUpperCase()}`;
}

/** The code of a tag: 80 random bits in base32. */
const tagCodePattern = /^[A-Z2-7]{16}$/;

export const tagCodeSchema = z
  .string()
  .transform((text) => text.toUpperCase())
  .refine((text) => tagCodePattern.test(text), says('no-key-tag'));

const addressPattern = /^(?:https?:\/\/[^\s/]+)?\/f\/([a-z2-7]{16})$/;

/**
 * What the text of a tag, in any case, names its key by: the code of the tag, or of an older tag the
 * key's id; null for any other text. The host does not count: a campus may move.
 */
export function parseKeyTag(text: string): string | null {
  const tag = text.trim().toLowerCase();
  const code = addressPattern.exec(tag)?.[1];
  if (code) return code.toUpperCase();
  const keyId = tag.slice(keyTagPrefix.length);
  return tag.startsWith(keyTagPrefix.toLowerCase()) && isId(keyId) ? keyId : null;
}

/**
 * Whether the text of a tag, once it is known to be this key's, counts as its tag. Anybody who has
 * seen the id of a key can make one of the older tags, which hold no secret.
 */
export function acceptsTag(text: string, level: KeyLevel, keyIdTags: boolean): boolean {
  return !isId(parseKeyTag(text) ?? '') || (keyIdTags && keyLevels[level].takesIdTags);
}

/** The text of the tag that the desk scanned. */
export const tagSchema = nullAsUndefined(z.string().max(200).optional());
