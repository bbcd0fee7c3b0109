const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;

/**
 * A name as the layout can set it. It puts words from left to right, so that a name written the
 * other way must be one word to it.
 */
export const printable = (name: string): string =>
  rightToLeft.test(name) ? name.replaceAll(' ', '\u00a0') : name;
