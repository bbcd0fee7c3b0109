import type { ImportKind } from '../../web/src/features/administration/imports/import-kinds.ts';

export type ImportedFile = {
  kind: Extract<ImportKind, 'keys' | 'users' | 'cards'>;
  file: string;
  /** For a file that does not state its encoding: what the first lines show in the right one. */
  letters?: { encoding: string; shows: string };
  /** The columns that have to be matched by hand. */
  columns?: Record<string, string>;
  creates?: string;
  imported: string;
};

/** A fictional college with files from Germany, Kenya and Japan, as its people describe it. */
export const college = {
  timezone: 'Europe/Berlin',
  /** What the admin adds by hand before importing the files. */
  own: [
    { list: 'department', code: 'SCI', label: 'School of Science' },
    { list: 'block', code: 'KIL', label: 'Kilima' },
    { list: 'category', code: 'LAB', label: 'Laboratory' },
    { list: 'department', code: '情報学科', label: '情報学科' },
    { list: 'block', code: '東館', label: '東館' },
  ],
  desks: [
    { name: 'Pforte Altbau', place: 'Altbau, Erdgeschoss' },
    { name: '守衛室', place: '東館 一階' },
  ],
  hours: {
    days: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
    opens: '18:00',
    closes: '02:00',
  },
  keyFiles: [
    {
      kind: 'keys',
      file: 'german-keys.csv',
      letters: { encoding: 'Western European (Windows-1252)', shows: 'Großer' },
      creates: 'Create all 10',
      imported: '5 keys added, 0 keys changed',
    },
    {
      kind: 'keys',
      file: 'kenyan-keys.csv',
      creates: 'Create all 6',
      imported: '4 keys added, 0 keys changed',
    },
    {
      kind: 'keys',
      file: 'japanese-keys.txt',
      columns: {
        鍵番号: 'Key Number',
        鍵の名前: 'Key Name',
        場所: 'Location',
        建物: 'Block',
        学科: 'Department',
        部屋の種類: 'Category',
      },
      creates: 'Create all 4',
      imported: '3 keys added, 0 keys changed',
    },
  ] satisfies ImportedFile[],
  peopleFiles: [
    {
      kind: 'users',
      file: 'german-people.csv',
      letters: { encoding: 'Mac Roman', shows: 'Süßmann' },
      imported: '3 people added, 0 people changed',
    },
    {
      kind: 'cards',
      file: 'german-cards.csv',
      imported: '2 cards added, 0 cards changed',
    },
    {
      kind: 'users',
      file: 'kenyan-people.csv',
      imported: '3 people added, 0 people changed',
    },
    {
      kind: 'users',
      file: 'japanese-people.txt',
      columns: { 氏名: 'Name', メール: 'Email', 学科: 'Department', 職員番号: 'Faculty ID' },
      imported: '2 people added, 0 people changed',
    },
  ] satisfies ImportedFile[],
  guard: { name: '守衛 一郎', email: 'shuei@asahi.test' },
  /** The first person takes the first key at the end. */
  keys: [
    { number: 'A-001', name: 'Großer Hörsaal', search: 'großer', category: 'Hörsaal' },
    { number: '0013', name: 'Chemistry Laboratory', search: '0013', category: 'Laboratory' },
    { number: '東-101', name: '大講義室', search: '講義', category: '講義室' },
  ],
  people: [
    {
      name: 'Jörg Süßmann',
      email: 'joerg.suessmann@gruenau.test',
      search: 'süßmann',
      department: 'Informatik',
      id: '00417',
    },
    {
      name: 'Wanjiru Kamau',
      email: 'wanjiru.kamau@mlima.test',
      search: 'wanjiru',
      department: 'SCI',
      id: '00427',
    },
    {
      name: '山本 さくら',
      email: 'sakura.yamamoto@asahi.test',
      search: 'さくら',
      department: '情報学科',
      id: '0042',
    },
  ],
  /** When the key is due. */
  due: /02:00/,
};
