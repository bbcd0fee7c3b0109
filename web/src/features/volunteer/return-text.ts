const keys = (count: number, word: string): string => `${count} ${count === 1 ? word : `${word}s`}`;

/** The button that asks for the code (spec §2). */
export const returnText = (count: number): string => `Return ${keys(count, 'Key')}`;

/** 'N keys', as many as there are. */
export const keysText = (count: number): string => keys(count, 'key');
