import { createRequire } from 'node:module';

const { resolve } = createRequire(import.meta.url);

/** A script that our own fonts do not have, and a font file for it. */
export const gurmukhi = {
  name: 'ਪੰਜਾਬੀ ਲਾਇਬ੍ਰੇਰੀ',
  fontFile: resolve(
    '@expo-google-fonts/noto-sans-gurmukhi/400Regular/NotoSansGurmukhi_400Regular.ttf',
  ),
};
