import { t } from '../texts/en/input.ts';
import type { Arguments, ParametersOf } from '../texts/translator.ts';

type InputTexts = ParametersOf<typeof t>;

/** A field by its name in `input.json`, or by a function that returns a name. */
export type NamedField = FieldName | (() => string);
export type FieldName =
  | 'company'
  | 'contact'
  | 'label'
  | 'last-seen'
  | 'name'
  | 'note'
  | 'phone'
  | 'place'
  | 'purpose'
  | 'reason';

// Schemas are created once; texts are made when an input is refused, in the current language.

export function says<K extends keyof InputTexts>(key: K, ...args: Arguments<InputTexts, K>) {
  return { error: () => t<K, unknown>(key, ...args) };
}

export function saysRequired(field: NamedField) {
  return { error: () => t('required', { field: nameOf(field) }) };
}

export function saysTooLong(field: NamedField, max: number) {
  return { error: () => t('too-long', { field: nameOf(field), max }) };
}

export function saysOneLine(field: NamedField) {
  return { error: () => t('one-line', { field: nameOf(field) }) };
}

function nameOf(field: NamedField): string {
  return typeof field === 'string' ? t(field) : field();
}
