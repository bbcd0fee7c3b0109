import { z } from 'zod';
import { isId } from '../core/is-id.ts';
import { says } from '../core/schema-texts.ts';
import { nullAsUndefined } from '../http/input.ts';
import { type KeyLevel, keyLevels } from './key-levels.ts';

/**
 * The QR code of a printed tag contains a URL of this campus with the tag's code, in upper case for
 * alphanumeric mode. A tag identifies a key; it proves nothing.
 */
export function formatTagAddress(publicUrl: string, tagCode: string): string {
  return `${publicUrl}/f/${tagCode}`.toUpperCase();
}

/** Older tags contain the key's id. */
const keyTagPrefix = 'KDTAG:';

/** Identifies a key without its printed tag. */
export function formatKeyTag(keyId: string): string {
  return `${keyTagPrefix}${keyId.toUpperCase()}`;
}

/** 80 random bits in base32. */
const tagCodePattern = /^[A-Z2-7]{16}$/;

export const tagCodeSchema = z
  .string()
  .transform((text) => text.toUpperCase())
  .refine((text) => tagCodePattern.test(text), says('no-key-tag'));

const addressPattern = /^(?:https?:\/\/[^\s/]+)?\/f\/([a-z2-7]{16})$/;

/**
 * Parses a tag's text, ignoring case: the tag's code, or the key's id of an older tag; null for
 * other texts. The host does not matter: a campus may move.
 */
export function parseKeyTag(text: string): string | null {
  const tag = text.trim().toLowerCase();
  const code = addressPattern.exec(tag)?.[1];
  if (code) return code.toUpperCase();
  const keyId = tag.slice(keyTagPrefix.length);
  return tag.startsWith(keyTagPrefix.toLowerCase()) && isId(keyId) ? keyId : null;
}

/**
 * Whether a text that identifies this key is accepted as its tag. Anybody who has seen a key's id
 * can make one of the older tags, which contain no secret.
 */
export function acceptsTag(text: string, level: KeyLevel, keyIdTags: boolean): boolean {
  return !isId(parseKeyTag(text) ?? '') || (keyIdTags && keyLevels[level].takesIdTags);
}

export const tagSchema = nullAsUndefined(z.string().max(200).optional());
