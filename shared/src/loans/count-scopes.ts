import { type KindsWith, kindsOf, kindsWith } from '../core/kinds.ts';
import type { KeyLevel } from '../keys/key-levels.ts';
import type { t } from '../texts/en/counts.ts';
import type { ParametersOf } from '../texts/translator.ts';

// Without the schema library, because the page of counts reads it.

/** Which keys of a desk are counted. */
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
  /** What must be named to begin: nothing, the cabinet, or the count whose missing keys it repeats. */
  names: 'nothing' | 'cabinet' | 'count';
  /** Only keys of this level. */
  level: KeyLevel | null;
  /** So many at random. */
  most: number | null;
  /** How lists call it. */
  label: Text;
  /** How the form calls it, if not so. */
  choice?: Text;
};

type Text = keyof ParametersOf<typeof t>;

export type CountScopeName = keyof typeof countScopes;
export const countScopeNames = kindsOf(countScopes);

/** What a guard chooses in the form; another count is repeated from its own page. */
export type ChosenScope = Exclude<
  CountScopeName,
  KindsWith<typeof countScopes, { names: 'count' }>
>;
export const chosenScopes = countScopeNames.filter(
  (name): name is ChosenScope => countScopes[name].names !== 'count',
);

/** Those of which this must be named. */
export function scopesNaming<const Names extends CountScopeRow['names']>(names: Names) {
  return kindsWith(countScopes, { names });
}

export function namesCabinet(
  scope: CountScopeName,
): scope is KindsWith<typeof countScopes, { names: 'cabinet' }> {
  return countScopes[scope].names === 'cabinet';
}
