/**
 * The desk where a key lies once it was returned there, if that is not its home (`back-home`). Null
 * if it is, if the key has no home, or if nobody knows which desk took it back.
 */
export function awayDeskAfterReturn(
  homeId: string | null,
  returnDeskId: string | null,
): string | null {
  return homeId !== null && returnDeskId !== homeId ? returnDeskId : null;
}

/** Says where a key lies that is not at home; without its number, as a sentence of its own. */
export function awayText(awayName: string, homeName: string, keyNumber?: string): string {
  const place = `at ${awayName}, home is ${homeName}`;
  return keyNumber === undefined ? `Lies ${place}` : `${keyNumber} lies ${place}`;
}
