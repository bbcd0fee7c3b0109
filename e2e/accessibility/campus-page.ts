import { calendarFile, wholeDays } from '../due/calendar-file.ts';
import { campusDay } from '../due/opening.ts';
import { historySettled } from '../harness/history.ts';
import { openMore } from '../harness/menus.ts';
import { addRules, strand } from './calendar.ts';
import { offers, opens, type Screen } from './screen.ts';

const campus = '/dashboard/admin/campus';

/** The lists, desks, opening hours and due rules of the campus, with their dialogs. */
export const campusPage: readonly Screen[] = [
  { name: 'Lists', path: `${campus}/lists`, reach: offers('More for Internet of Things') },
  {
    name: 'what can be done with an entry',
    path: `${campus}/lists`,
    reach: async (page) => {
      await openMore(page, 'Internet of Things');
      await page.getByRole('menu').waitFor();
    },
  },
  {
    name: 'Add department',
    path: `${campus}/lists`,
    reach: opens('Add department', 'Add department'),
  },
  {
    name: 'Add desk',
    path: `${campus}/desks`,
    reach: opens('Add desk', 'Add desk'),
  },
  {
    name: 'the code of a new computer',
    path: `${campus}/desks`,
    reach: async (page, campus) => {
      const desk = await campus.desk('Fitting Desk');
      await historySettled(page);
      await page.reload();
      await opens('Add a computer to Fitting Desk', 'Add a computer')(page);
      await page.getByLabel('Name of the computer').fill('Window 1');
      await page.getByRole('button', { name: 'Create code' }).click();
      await page.getByRole('dialog', { name: 'Enter this code at the desk’s computer' }).waitFor();
      await campus.db.query('UPDATE desks SET retired_at = now() WHERE id = $1', [desk]);
    },
  },
  {
    name: 'opening hours',
    path: `${campus}/opening`,
    reach: async (page, campus) => {
      await strand(campus);
      await historySettled(page);
      await page.reload();
      await page.getByRole('region', { name: /due while the campus is closed$/ }).waitFor();
    },
  },
  {
    name: 'Add day',
    path: `${campus}/opening`,
    reach: opens('Add day', 'Add day'),
  },
  {
    name: 'a calendar file',
    path: `${campus}/opening`,
    brings: 'Founders’ Days',
    reach: async (page) => {
      await opens('Import calendar file', 'Import calendar file')(page);
      await page
        .getByLabel('Calendar file', { exact: true })
        .setInputFiles(
          calendarFile(
            wholeDays('1', campusDay(40), campusDay(42), 'Founders’ Days'),
            'UID:2\nSUMMARY:No day',
          ),
        );
      await page.getByRole('list', { name: 'Days in the file' }).waitFor();
    },
  },
  {
    name: 'due rules',
    path: `${campus}/due`,
    reach: async (page, campus) => {
      await addRules(campus);
      await historySettled(page);
      await page.reload();
      await page.getByText('A newer rule covers the same.').first().waitFor();
    },
  },
  {
    name: 'Add rule',
    path: `${campus}/due`,
    reach: opens('Add rule', 'Add rule'),
  },
  {
    name: 'reminders with every step',
    path: `${campus}/due`,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Turn everything on' }).click();
      await page.getByLabel('Minutes before').waitFor();
    },
  },
  {
    name: 'Move today’s closing',
    path: `${campus}/opening`,
    reach: opens('Move today’s closing', 'Move today’s closing'),
  },
];
