/** What keys open on a new campus, as migration 0015 fills its lists. */
export const keyCategories: readonly string[] = [
  'classroom',
  'lab',
  'office',
  'storage',
  'library',
  'auditorium',
  'cafeteria',
  'hostel',
  'maintenance',
  'security',
  'other',
];
/** The departments that keys belong to on a new campus. */
export const keyDepartments: readonly string[] = [
  'CSE',
  'EEE',
  'AIML',
  'IoT',
  'ECE',
  'MECH',
  'CIVIL',
  'IT',
  'ADMIN',
  'RESEARCH',
  'COMMON',
];
/** The blocks of a new campus. */
export const keyBlocks: readonly string[] = [
  'A',
  'B',
  'C',
  'D',
  'E',
  'F',
  'G',
  'H',
  'PG',
  'MAIN',
  'LIB',
  'AUD',
  'CAF',
  'HOSTEL',
  'OTHER',
];
