import { type KindsWith, kindsOf, kindsWith } from '../core/kinds.ts';
import type { KeyLevel } from '../keys/key-levels.ts';
import type { t } from '../texts/en/counts.ts';
import type { ParametersOf } from '../texts/translator.ts';

// Without the schema library, because the page of counts reads it.

export const countScopes = {
  desk: { isWhole: true, names: 'nothing', level: null, most: null, label: 'scope-all' },
  cabinet: { isWhole: false, names: 'cabinet', level: null, most: null, label: 'scope-cabinet' },
  high: {
    isWhole: false,
    names: 'nothing',
    level: 'high',
    most: null,
    label: 'scope-high',
  },
  random: {
    isWhole: false,
    names: 'nothing',
    level: null,
    most: 12,
    label: 'scope-random',
    choice: 'choose-random',
  },
  again: { isWhole: false, names: 'count', level: null, most: null, label: 'scope-again' },
} as const satisfies Record<string, CountScopeRow>;

type CountScopeRow = {
  /** It leaves out no key. */
  isWhole: boolean;
  /** What the request must name: nothing, the cabinet, or the count that it repeats. */
  names: 'nothing' | 'cabinet' | 'count';
  /** Only keys of this level. */
  level: KeyLevel | null;
  /** Size of a random sample. */
  most: number | null;
  label: Text;
  /** The form's label, if different. */
  choice?: Text;
};

type Text = keyof ParametersOf<typeof t>;

export type CountScopeName = keyof typeof countScopes;
export const countScopeNames = kindsOf(countScopes);

/** Scopes in the form; a count is repeated from its own page. */
export type ChosenScope = Exclude<
  CountScopeName,
  KindsWith<typeof countScopes, { names: 'count' }>
>;
export const chosenScopes = countScopeNames.filter(
  (name): name is ChosenScope => countScopes[name].names !== 'count',
);

export function scopesNaming<const Names extends CountScopeRow['names']>(names: Names) {
  return kindsWith(countScopes, { names });
}

export function namesCabinet(
  scope: CountScopeName,
): scope is KindsWith<typeof countScopes, { names: 'cabinet' }> {
  return countScopes[scope].names === 'cabinet';
}
