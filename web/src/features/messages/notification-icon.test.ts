import { messageTemplateNames } from '@keydesk/shared/core/message-kinds';
import { t as titleOf } from '@keydesk/shared/texts/en/message-titles';
import { expect, test } from 'vitest';
import { iconOf } from './notification-icon.tsx';

const unknown = iconOf(undefined);

test('messages of different titles have different icons, and of the same title the same', () => {
  const byTitle = new Map(messageTemplateNames.map((name) => [titleOf(name), iconOf(name)]));
  for (const name of messageTemplateNames) expect(iconOf(name)).toEqual(byTitle.get(titleOf(name)));
  const icons = [...byTitle.values(), unknown].map(({ Icon }) => Icon);
  expect(new Set(icons).size).toBe(byTitle.size + 1);
});

/** The words by which icons vary, for people who read titles; 'unreturned' contains 'returned'. */
const words = ['reminder', 'unreturned', 'returned', 'alert'] as const;

test.each(messageTemplateNames)('the icon of %s looks as the words of its title say', (name) => {
  const title = titleOf(name).toLowerCase();
  expect(iconOf(name).look).toBe(words.find((word) => title.includes(word)) ?? 'general');
});

test('a message of no known template has a general icon', () => {
  expect(unknown.look).toBe('general');
});
