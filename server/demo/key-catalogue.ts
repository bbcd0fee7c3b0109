import type { keyDefaults } from '@keydesk/shared/keys/key-fields';
import { keyFieldsSchema } from '@keydesk/shared/keys/key-schemas';
import { type DepartmentRooms, departmentRooms } from './department-rooms.ts';
import { type SharedRooms, sharedRooms } from './shared-rooms.ts';

/** What every key of the demo has. */
type CatalogueKey = typeof keyDefaults;
type Room = Pick<CatalogueKey, 'keyName' | 'category'> & Partial<CatalogueKey>;
type Floor = Pick<CatalogueKey, 'department' | 'block'> & {
  prefix: string;
  building: string;
  floor: number;
};

const popular = new Set(['Main Auditorium', 'Seminar Hall 1', 'Meeting Room', 'Board Room']);

/** Every key of the demo campus. */
export function keyCatalogue(): CatalogueKey[] {
  return [...departmentRooms.flatMap(ofDepartment), ...sharedRooms.flatMap(ofSharedRooms)];
}

function ofDepartment(rooms: DepartmentRooms): CatalogueKey[] {
  const { department, block, classrooms } = rooms;
  const place = { prefix: department.toUpperCase(), building: `${block} Block`, department, block };
  const classroomNames = Array.from({ length: classrooms }, (_, index) =>
    classroom(department, index),
  );
  return [
    ...onFloor({ ...place, floor: 1 }, classroomNames),
    ...onFloor({ ...place, floor: 2 }, rooms.labs.map(lab)),
    ...onFloor({ ...place, floor: 3 }, [
      ...offices(department, rooms.facultyRooms),
      ...rooms.stores.map(store),
    ]),
  ];
}

function classroom(prefix: string, index: number): Room {
  return {
    keyName: `${prefix} Classroom ${index + 1}`,
    category: 'classroom',
    description: index % 3 === 0 ? 'Seats 120, with projector cabinet key' : 'Seats 60',
    frequentlyUsed: index < 2,
  };
}

/** Numbers the rooms of a floor: CSE-101 is the first room on floor 1. */
function onFloor(
  { prefix, building, floor, department, block }: Floor,
  rooms: readonly Room[],
): CatalogueKey[] {
  return rooms.map((room, index) => {
    const number = `${floor}${String(index + 1).padStart(2, '0')}`;
    return keyFieldsSchema.parse({
      keyNumber: `${prefix}-${number}`,
      location: `${building}, ${floorName(floor)}, Room ${number}`,
      department,
      block,
      ...room,
    });
  });
}

function floorName(floor: number): string {
  return floor === 0 ? 'Ground Floor' : `Floor ${floor}`;
}

function lab(keyName: string, index: number): Room {
  return {
    keyName,
    category: 'lab',
    description: index % 2 === 0 ? 'Lab door and equipment cupboard' : '',
    frequentlyUsed: index === 0,
  };
}

function offices(prefix: string, facultyRooms: number): Room[] {
  return [
    { keyName: `${prefix} HOD Office`, category: 'office' },
    { keyName: `${prefix} Department Office`, category: 'office' },
    ...Array.from(
      { length: facultyRooms },
      (_, index): Room => ({
        keyName: `${prefix} Faculty Room ${index + 1}`,
        category: 'office',
      }),
    ),
    { keyName: `${prefix} Department Library`, category: 'library' },
  ];
}

function store(keyName: string): Room {
  return {
    keyName,
    category: 'storage',
    description: 'Sign the stock register inside',
  };
}

function ofSharedRooms({ names, category, ...place }: SharedRooms): CatalogueKey[] {
  return onFloor(
    place,
    names.map((keyName) => ({ keyName, category, frequentlyUsed: popular.has(keyName) })),
  );
}
