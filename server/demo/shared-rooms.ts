import type { KeyFields } from '@keydesk/shared/keys/key-schemas';

/** Rooms on one floor of a building that belongs to no single teaching department. */
export type SharedRooms = {
  /** First part of the key numbers. */
  readonly prefix: string;
  readonly department: KeyFields['department'];
  readonly block: KeyFields['block'];
  readonly building: string;
  readonly floor: number;
  readonly category: KeyFields['category'];
  readonly names: readonly string[];
};

const main = {
  prefix: 'MAIN',
  department: 'ADMIN',
  block: 'MAIN',
  building: 'Main Building',
} as const;
const research = {
  prefix: 'PG',
  department: 'RESEARCH',
  block: 'PG',
  building: 'PG Block',
} as const;
const shared = { department: 'COMMON' } as const;
const library = { ...shared, prefix: 'LIB', block: 'LIB', building: 'Central Library' } as const;
const grounds = { ...shared, block: 'OTHER', floor: 0 } as const;

/** Administration, research, and everything that the whole campus shares. */
export const sharedRooms: readonly SharedRooms[] = [
  {
    ...main,
    floor: 0,
    category: 'office',
    names: ['Reception', 'Accounts Office', 'Admissions Office', 'Student Records', 'Cash Counter'],
  },
  {
    ...main,
    floor: 1,
    category: 'office',
    names: [
      'Principal Office',
      'Vice Principal Office',
      'Dean of Academics',
      'Board Room',
      'Meeting Room',
      'Human Resources',
      'Placement Office',
      'Examination Cell',
    ],
  },
  {
    ...main,
    floor: 2,
    category: 'storage',
    names: ['Records Archive', 'Stationery Store', 'Answer Script Store'],
  },
  { ...main, floor: 3, category: 'security', names: ['CCTV Control Room', 'Key Cabinet Room'] },
  {
    ...research,
    floor: 1,
    category: 'lab',
    names: [
      'Nanomaterials Lab',
      'Renewable Energy Lab',
      'Biomedical Lab',
      'Quantum Computing Lab',
      'Clean Room',
      'Spectroscopy Lab',
    ],
  },
  {
    ...research,
    floor: 2,
    category: 'office',
    names: [
      'Scholars Room 1',
      'Scholars Room 2',
      'Scholars Room 3',
      'Dean of Research',
      'Patent Cell',
    ],
  },
  {
    ...research,
    floor: 3,
    category: 'classroom',
    names: ['PG Classroom 1', 'PG Classroom 2', 'Colloquium Room'],
  },
  { ...research, floor: 4, category: 'storage', names: ['Chemical Store', 'Gas Cylinder Store'] },
  {
    ...library,
    floor: 0,
    category: 'library',
    names: ['Main Reading Hall', 'Reference Section', 'Digital Library'],
  },
  {
    ...library,
    floor: 1,
    category: 'library',
    names: ['Periodicals Room', 'Group Study Room 1', 'Group Study Room 2'],
  },
  {
    ...shared,
    prefix: 'AUD',
    block: 'AUD',
    building: 'Auditorium',
    floor: 0,
    category: 'auditorium',
    names: [
      'Main Auditorium',
      'Mini Auditorium',
      'Green Room',
      'Sound Control Room',
      'Stage Store',
    ],
  },
  {
    ...shared,
    prefix: 'CAF',
    block: 'CAF',
    building: 'Cafeteria',
    floor: 0,
    category: 'cafeteria',
    names: ['Dining Hall', 'Kitchen', 'Dry Store', 'Faculty Lounge'],
  },
  {
    ...shared,
    prefix: 'HST',
    block: 'HOSTEL',
    building: 'Hostel',
    floor: 0,
    category: 'hostel',
    names: ['Warden Office', 'Common Room', 'Gymnasium', 'Visitor Room', 'Mess Hall'],
  },
  {
    ...shared,
    prefix: 'H',
    block: 'H',
    building: 'H Block',
    floor: 4,
    category: 'classroom',
    names: ['Seminar Hall 1', 'Seminar Hall 2', 'Language Lab', 'Drawing Hall'],
  },
  {
    ...grounds,
    prefix: 'YARD',
    building: 'Service Yard',
    category: 'maintenance',
    names: ['Generator House', 'Pump House', 'Electrical Substation', 'Plumbing Workshop'],
  },
  {
    ...grounds,
    prefix: 'GATE',
    building: 'Main Gate',
    category: 'security',
    names: ['Gate Office', 'Visitor Pass Office'],
  },
  {
    ...grounds,
    prefix: 'SPT',
    building: 'Sports Ground',
    category: 'other',
    names: ['Pavilion', 'Sports Store', 'Indoor Court', 'First Aid Room'],
  },
];
