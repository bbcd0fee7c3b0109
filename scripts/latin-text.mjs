const beyondLatin = /[\u0100-\uffff]/;

/**
 * Escapes all characters beyond Latin-1 in a module. Throws where an escape could change the
 * meaning: after a backslash, in raw text, or for half of a character.
 */
export function latinText(code) {
  if (!beyondLatin.test(code)) return code;
  refuse(code, /\\[\u0100-\uffff]/, 'a backslash before a character beyond Latin-1');
  refuse(code, /[\ud800-\udfff]/, 'a character beyond U+FFFF');
  refuse(code, /\bString\.raw\b/, 'String.raw beside characters beyond Latin-1');
  return code.replace(/[\u0100-\uffff]/g, (character) => `\\u${hexOf(character)}`);
}

function refuse(code, pattern, what) {
  const { index } = pattern.exec(code) ?? {};
  if (index === undefined) return;
  const place = JSON.stringify(code.slice(Math.max(0, index - 40), index + 40));
  throw new Error(`The text of the packages has ${what}, which is not rewritten safely: ${place}`);
}

function hexOf(character) {
  return character.charCodeAt(0).toString(16).padStart(4, '0');
}
