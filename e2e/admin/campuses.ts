import type { ImportKind } from '../../web/src/features/administration/imports/import-kinds.ts';

/** A fictional college, as its people would describe and record it. */
export type College = {
  name: string;
  timezone: string;
  /** What the admin adds by hand before importing the files. */
  own: { list: 'department' | 'block' | 'category'; code: string; label: string }[];
  desks: { name: string; place: string }[];
  hours: { days: string[]; opens: string; closes: string };
  files: {
    kind: Extract<ImportKind, 'keys' | 'users' | 'cards'>;
    file: string;
    /** For a file that does not state its encoding: what the first lines show in the right one. */
    letters?: { encoding: string; shows: string };
    /** The columns that have to be matched by hand. */
    columns?: Record<string, string>;
    creates?: string;
    imported: string;
  }[];
  guard: { name: string; email: string };
  /** The key that the person below takes at the end. */
  key: { number: string; name: string; search: string; category: string };
  person: { name: string; email: string; search: string; department: string; id: string };
  /** When the key is due. */
  due: RegExp;
};

export const colleges: readonly College[] = [
  {
    name: 'German',
    timezone: 'Europe/Berlin',
    own: [],
    desks: [
      { name: 'Pforte Altbau', place: 'Altbau, Erdgeschoss' },
      { name: 'Pforte Neubau', place: 'Neubau, Eingang' },
    ],
    hours: {
      days: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'],
      opens: '07:00',
      closes: '22:00',
    },
    files: [
      {
        kind: 'keys',
        file: 'german-keys.csv',
        letters: { encoding: 'Western European (Windows-1252)', shows: 'Großer Hörsaal' },
        creates: 'Create all 10',
        imported: '5 keys added, 0 keys changed',
      },
      {
        kind: 'users',
        file: 'german-people.csv',
        letters: { encoding: 'Mac Roman', shows: 'Jörg Süßmann' },
        imported: '3 people added, 0 people changed',
      },
      {
        kind: 'cards',
        file: 'german-cards.csv',
        imported: '2 cards added, 0 cards changed',
      },
    ],
    guard: { name: 'Günter Pförtner', email: 'pforte@gruenau.test' },
    key: { number: 'A-001', name: 'Großer Hörsaal', search: 'großer', category: 'Hörsaal' },
    person: {
      name: 'Jörg Süßmann',
      email: 'joerg.suessmann@gruenau.test',
      search: 'süßmann',
      department: 'Informatik',
      id: '00417',
    },
    due: /22:00/,
  },
  {
    name: 'Kenyan',
    timezone: 'Africa/Nairobi',
    own: [
      { list: 'department', code: 'SCI', label: 'School of Science' },
      { list: 'block', code: 'KIL', label: 'Kilima' },
      { list: 'category', code: 'LAB', label: 'Laboratory' },
    ],
    desks: [{ name: 'Main Gate', place: 'Beside the gate' }],
    hours: {
      days: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
      opens: '18:00',
      closes: '02:00',
    },
    files: [
      {
        kind: 'keys',
        file: 'kenyan-keys.csv',
        creates: 'Create all 6',
        imported: '4 keys added, 0 keys changed',
      },
      {
        kind: 'users',
        file: 'kenyan-people.csv',
        imported: '3 people added, 0 people changed',
      },
    ],
    guard: { name: 'Njoroge Mwangi', email: 'gate@mlima.test' },
    key: {
      number: '0013',
      name: 'Chemistry Laboratory',
      search: '0013',
      category: 'Laboratory',
    },
    person: {
      name: 'Wanjiru Kamau',
      email: 'wanjiru.kamau@mlima.test',
      search: 'wanjiru',
      department: 'SCI',
      id: '00417',
    },
    due: /02:00/,
  },
  {
    name: 'Japanese',
    timezone: 'Asia/Tokyo',
    own: [
      { list: 'department', code: '情報学科', label: '情報学科' },
      { list: 'block', code: '東館', label: '東館' },
    ],
    desks: [{ name: '守衛室', place: '東館 一階' }],
    hours: {
      days: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
      opens: '08:00',
      closes: '00:00',
    },
    files: [
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
      {
        kind: 'users',
        file: 'japanese-people.txt',
        columns: { 氏名: 'Name', メール: 'Email', 学科: 'Department', 職員番号: 'Faculty ID' },
        imported: '2 people added, 0 people changed',
      },
    ],
    guard: { name: '守衛 一郎', email: 'shuei@asahi.test' },
    key: { number: '東-101', name: '大講義室', search: '講義', category: '講義室' },
    person: {
      name: '山本 さくら',
      email: 'sakura.yamamoto@asahi.test',
      search: 'さくら',
      department: '情報学科',
      id: '0042',
    },
    due: /00:00/,
  },
];
