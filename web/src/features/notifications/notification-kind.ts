export type NotificationKind = 'reminder' | 'unreturned' | 'returned' | 'alert' | 'general';

/** Words that a title may hold. 'unreturned' holds 'returned', so it is looked for first. */
const tellingWords = ['reminder', 'unreturned', 'returned', 'alert'] as const;

/** What a notification is about, told by its title (spec §2, Notification drawer). */
export const kindOf = (title: string): NotificationKind => {
  const said = title.toLowerCase();
  return tellingWords.find((word) => said.includes(word)) ?? 'general';
};
