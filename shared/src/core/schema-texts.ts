import { t } from '../texts/en/input.ts';
import type { Arguments, ParametersOf } from '../texts/translator.ts';

type InputTexts = ParametersOf<typeof t>;

/** What a schema says of an input that it refuses, in the language spoken when it does. */
export function says<K extends keyof InputTexts>(key: K, ...args: Arguments<InputTexts, K>) {
  return { error: () => t(key, ...args) };
}

/** That a field is missing; its name is made then too, like in what follows. */
export function saysRequired(field: () => string) {
  return { error: () => t('required', { field: field() }) };
}

/** That a text is longer than its field. */
export function saysTooLong(field: () => string, max: number) {
  return { error: () => t('too-long', { field: field(), max }) };
}

/** That a text has more than what people see in a line. */
export function saysOneLine(field: () => string) {
  return { error: () => t('one-line', { field: field() }) };
}
