import { type Key, type KeyDepartment, keyDepartments } from '@keydesk/shared/keys/key';

export type DepartmentCount = { department: KeyDepartment; total: number; available: number };

/** How many keys each department has, in the order of spec §2, those without any included. */
export const countByDepartment = (keys: readonly Key[]): DepartmentCount[] => {
  const counts = new Map(
    keyDepartments.map((department) => [department, { department, total: 0, available: 0 }]),
  );
  for (const key of keys) {
    const count = counts.get(key.department);
    if (!count) continue;
    count.total += 1;
    if (key.status === 'available') count.available += 1;
  }
  return [...counts.values()];
};
