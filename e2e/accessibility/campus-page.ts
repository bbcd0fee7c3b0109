import { calendarFile, wholeDays } from '../due/calendar-file.ts';
import { campusDay } from '../due/opening.ts';
import { historySettled } from '../harness/history.ts';
import { addRules, strand } from './calendar.ts';
import { offers, opens, opensInTab, type Screen } from './screen.ts';

const path = '/dashboard/admin/campus';

/** The lists, desks, opening hours and due rules of the campus, with their dialogs. */
export const campusPage: readonly Screen[] = [
  { name: 'Campus', path, reach: offers('Edit block HOSTEL') },
  {
    name: 'Add department',
    path,
    reach: opens('Add department', 'Add department'),
  },
  {
    name: 'Add desk',
    path,
    reach: opensInTab('Desks', 'Add desk', 'Add desk'),
  },
  {
    name: 'the code of a new computer',
    path,
    reach: async (page, campus) => {
      const desk = await campus.desk('Fitting Desk');
      await historySettled(page);
      await page.reload();
      await opensInTab('Desks', 'Add a computer to Fitting Desk', 'Add a computer')(page);
      await page.getByLabel('Name of the computer').fill('Window 1');
      await page.getByRole('button', { name: 'Create code' }).click();
      await page.getByRole('dialog', { name: 'Enter this code at the desk’s computer' }).waitFor();
      await campus.db.query('UPDATE desks SET retired_at = now() WHERE id = $1', [desk]);
    },
  },
  {
    name: 'opening hours',
    path,
    reach: async (page, campus) => {
      await strand(campus);
      await historySettled(page);
      await page.reload();
      await page.getByRole('tab', { name: 'Opening hours' }).click();
      await page.getByRole('region', { name: /due while the campus is closed$/ }).waitFor();
    },
  },
  {
    name: 'Add day',
    path,
    reach: opensInTab('Opening hours', 'Add day', 'Add day'),
  },
  {
    name: 'a calendar file',
    path,
    brings: 'Founders’ Days',
    reach: async (page) => {
      await opensInTab('Opening hours', 'Import calendar file', 'Import calendar file')(page);
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
    path,
    reach: async (page, campus) => {
      await addRules(campus);
      await historySettled(page);
      await page.reload();
      await page.getByRole('tab', { name: 'Due', exact: true }).click();
      await page.getByText('A newer rule covers the same.').first().waitFor();
    },
  },
  {
    name: 'Add rule',
    path,
    reach: opensInTab('Due', 'Add rule', 'Add rule'),
  },
  {
    name: 'reminders with every step',
    path,
    reach: async (page) => {
      await page.getByRole('tab', { name: 'Due', exact: true }).click();
      await page.getByRole('button', { name: 'Turn everything on' }).click();
      await page.getByLabel('Minutes before').waitFor();
    },
  },
  {
    name: 'Move today’s closing',
    path,
    reach: opensInTab('Opening hours', 'Move today’s closing', 'Move today’s closing'),
  },
];
