import { input } from '../texts/en/input.ts';
import { translator } from '../texts/translator.ts';

/** What is wrong with what somebody entered. */
export const inputText = translator(input);
