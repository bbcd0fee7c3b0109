/** White in either colour scheme, as scanners like it, and as wide as the screen of a phone. */
export const codeSheetClassName = 'always-light max-h-dvh! overflow-y-auto *:h-auto *:flex-none';

/** The picture is as large as leaves room for the rest; in a low window it is beside the rest. */
export const codeWithPictureClassName =
  '[--code-size:min(100%,max(11rem,100dvh_-_20.5rem))] sm:[--code-size:min(100%,max(11rem,100dvh_-_22rem))] ' +
  'low:inset-0 low:grid low:h-dvh low:w-full low:translate-none low:grid-cols-[auto_minmax(0,1fr)] low:grid-rows-[auto_1fr_auto] low:rounded-none low:border-0 ' +
  'low:data-starting-style:translate-none low:data-ending-style:translate-none low:[--code-size:min(100dvh_-_2.75rem,50vw)]';
