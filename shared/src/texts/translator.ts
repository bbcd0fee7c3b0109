import format, { type CompiledMessage, type FormatValues } from 'icu-minify/format';

/**
 * The texts of one noun in one language, compiled by `scripts/make-texts.mjs`. `P` has the
 * parameters of each text; undefined for one without.
 */
export type Texts<P> = { readonly [K in keyof P]: CompiledMessage } & {
  readonly [parametersOf]?: P;
};
declare const parametersOf: unique symbol;

/** Inserted unchanged; `core/formats.ts` formats numbers, dates and lists. */
export type Value = string | number;

/** A rich part of a text, such as `<b>…</b>`; only `rich` can fill it. */
export type Tag = { readonly tag: unique symbol };

/** The arguments beside the key; for a union of keys, what all of them need. */
export type Arguments<P, K extends keyof P, G = unknown> = [P[K]] extends [undefined]
  ? []
  : [params: G & Sayable<All<Exclude<P[K], undefined>>, G>];

/** Refuses kinds, such as 'lost' | 'missing', which would be English in every language. */
type Sayable<T, G> = {
  [N in keyof T]: N extends keyof G ? (Value extends T[N] ? Said<G[N]> : T[N]) : T[N];
};

type Said<V> = string extends V ? Value : Exclude<V, ''> extends number ? Value : NeedsSelect;
type NeedsSelect = { readonly select: unique symbol };

type All<T> = (T extends unknown ? (each: T) => void : never) extends (all: infer A) => void
  ? A
  : never;

type RichParams<T, R> = {
  [N in keyof T]: T[N] extends Tag ? (chunks: readonly (string | R)[]) => R : T[N];
};

export type Translator<P> = {
  <K extends keyof P, G>(key: K, ...args: Arguments<P, K, G>): string;
  /** The parts of a text in order, with what `params` returns for each tag. */
  rich: <R, K extends keyof P>(key: K, params: RichParams<P[K], R>) => readonly (string | R)[];
  /** The texts in another language than the current one. */
  in: (language: string) => Translator<P>;
  /** Whether there is a text of this name. */
  has: (key: PropertyKey) => key is keyof P;
};

export type ParametersOf<T> = T extends Translator<infer P> ? P : never;

let spoken = () => 'en';

/** Sets the language of all texts from now on. */
export function speak(language: string): void {
  spoken = () => language;
}

/** Asks for the language at each text, because a server has one for each request. */
export function speakFrom(source: () => string): void {
  spoken = source;
}

export function spokenLanguage(): string {
  return spoken();
}

/** Falls back to English. In right-to-left languages each inserted value is isolated. */
export function translator<P>(noun: string, english: Texts<P>, only?: string): Translator<P> {
  const fill = <K extends keyof P, R>(key: K, params: unknown) => {
    const language = only ?? spoken();
    const own = translations.get(language)?.()[noun] as Partial<Texts<P>> | undefined;
    const text = own?.[key] ?? english[key];
    const { formatters, isolates } = rulesOf(language);
    const shown = isolates && typeof text !== 'string' ? withIsolates(text) : text;
    return format<R>(shown, language, params as FormatValues<R>, { formatters });
  };
  return Object.assign(<K extends keyof P>(key: K, params?: unknown) => String(fill(key, params)), {
    rich: <R, K extends keyof P>(key: K, params: RichParams<P[K], R>) => {
      const parts = fill<K, R>(key, params);
      return Array.isArray(parts) ? parts : [parts];
    },
    in: (language: string) => translator(noun, english, language),
    has: (key: PropertyKey): key is keyof P => Object.hasOwn(english, key),
  });
}

/** A kind as a `select` choice, which allows no hyphens: 'notThere' for 'not-there'. */
export function choice<Kind extends string>(kind: Kind): Choice<Kind> {
  return kind.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()) as Choice<Kind>;
}

type Choice<Kind extends string> = Kind extends `${infer First}-${infer Others}`
  ? `${First}${Capitalize<Choice<Others>>}`
  : Kind;

/** Texts of a language, by noun and key. */
export type Nouns = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const translations = new Map<string, () => Nouns>();

/** Makes the texts when one is first needed, which saves memory; returns what undoes this. */
export function addLanguage(language: string, nouns: () => Nouns): () => void {
  const before = translations.get(language);
  let made: Nouns | undefined;
  translations.set(language, () => {
    made ??= nouns();
    return made;
  });
  return () => {
    if (before) translations.set(language, before);
    else translations.delete(language);
  };
}

/** Languages with texts that were added; English has its own. */
export function addedLanguages(): readonly string[] {
  return [...translations.keys()];
}

const rightToLeft = new Set(['Adlm', 'Arab', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Syrc', 'Thaa']);

/** The direction of the script in which the language is usually written. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  return rulesOf(language).isolates ? 'rtl' : 'ltr';
}

/** Keeps a name, number or time in its own order within a right-to-left text. */
export function isolated(text: string, language: string): string {
  return rulesOf(language).isolates ? `${isolate.start}${text}${isolate.end}` : text;
}

const isolate = { start: '\u2068', end: '\u2069' };

const isolatedTexts = new WeakMap<object, CompiledMessage>();

function withIsolates(text: Exclude<CompiledMessage, string>): CompiledMessage {
  const made = isolatedTexts.get(text) ?? (isolateAll(text) as CompiledMessage);
  isolatedTexts.set(text, made);
  return made;
}

function isolateAll(nodes: unknown): unknown {
  if (!Array.isArray(nodes)) return nodes;
  return nodes.flatMap((node) => {
    if (!Array.isArray(node)) return [node];
    const [name, kind, choices] = node;
    if (kind === undefined) return [isolate.start, node, isolate.end];
    // A tag's parts follow its name.
    if (typeof kind !== 'number') return [[name, ...(isolateAll(node.slice(1)) as unknown[])]];
    const texts = Object.entries(choices).map(([is, text]) => [is, isolateAll(text)]);
    return [[name, kind, Object.fromEntries(texts)]];
  });
}

/** Without the marks around inserted values, for names of files and texts that are compared. */
export function withoutIsolates(text: string): string {
  return text.replace(/[\u200f\u2068\u2069]/g, '');
}

const known = new Map<string, ReturnType<typeof makeRules>>();

function rulesOf(language: string) {
  const rules = known.get(language) ?? makeRules(language);
  known.set(language, rules);
  return rules;
}

function makeRules(language: string) {
  const { script = '' } = new Intl.Locale(language).maximize();
  return { formatters: makeFormatters(), isolates: rightToLeft.has(script) };
}

/** Plural rules are expensive to create, and few languages are used. */
function makeFormatters() {
  const rules = new Map<string | undefined, Intl.PluralRules>();
  return {
    getPluralRules(language?: Intl.LocalesArgument, options?: Intl.PluralRulesOptions) {
      const made = rules.get(options?.type) ?? new Intl.PluralRules(language, options);
      rules.set(options?.type, made);
      return made;
    },
    getNumberFormat: (...args: ConstructorParameters<typeof Intl.NumberFormat>) =>
      new Intl.NumberFormat(...args),
    getDateTimeFormat: (...args: ConstructorParameters<typeof Intl.DateTimeFormat>) =>
      new Intl.DateTimeFormat(...args),
  };
}
