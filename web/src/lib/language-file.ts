/** The address of a file of a language or of its letters; the first group names it in every version. */
export const languageFile = /\/assets\/(\w+\.(?:first|others)|noto-.+)-.{8}\.\w+$/;

/** Where browsers keep those that a page has used. */
export const languageCache = 'languages';
