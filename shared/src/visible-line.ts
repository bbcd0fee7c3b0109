/**
 * Whatever breaks a line, turns the direction of writing or shows nothing. The joiners of Indic letters
 * and of emoji, and what chooses between forms of a character, are left: other scripts need them.
 */
const unseen =
  /(?![\p{Join_Control}\p{Variation_Selector}])[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]/u;

/**
 * Whether a name of a thing, or a note, can stand in a sentence or a list without changing how the rest
 * of it reads. Its letters are free; names of people are held to more (`honest-names`).
 */
export function isVisibleLine(text: string): boolean {
  return !unseen.test(text);
}

export function visibleLineError(field: string): string {
  return `${field} must be a single line without control or invisible characters`;
}
