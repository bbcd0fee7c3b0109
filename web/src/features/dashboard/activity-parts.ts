import type { Mention } from '@keydesk/shared/mention';

/** A piece of a sentence: the text before a mention, and the mention; null after the last. */
type TextPart = { at: number; before: string; mention: Mention | null };

/** A sentence in pieces at its mentions, which must be in the order of the sentence. */
export function splitAtMentions(text: string, mentioned: readonly Mention[]): TextPart[] {
  const parts: TextPart[] = [];
  let at = 0;
  for (const mention of mentioned) {
    const found = text.indexOf(mention.name, at);
    if (found < 0) continue;
    parts.push({ at, before: text.slice(at, found), mention });
    at = found + mention.name.length;
  }
  return [...parts, { at, before: text.slice(at), mention: null }];
}
