type NamedKey = { keyNumber: string; keyName: string };

/** The success texts that are built locally (spec §8). */
export const collectedText = ({ keyNumber, keyName }: NamedKey): string =>
  `Key ${keyNumber} (${keyName}) collected successfully`;

export const returnedText = ({ keyNumber, keyName }: NamedKey): string =>
  `Key ${keyNumber} (${keyName}) returned successfully`;
