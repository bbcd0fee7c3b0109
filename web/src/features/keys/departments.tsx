import type { Campus, Department } from '@keydesk/shared/campus/campus';
import { type Key, keyDepartments } from '@keydesk/shared/keys/key';
import {
  BrainCircuit,
  Building2,
  CircuitBoard,
  Cog,
  Cpu,
  DoorOpen,
  FlaskConical,
  Landmark,
  type LucideIcon,
  Monitor,
  RadioTower,
  School,
  Zap,
} from 'lucide-react';

/** The names of engineering departments leave out the word, for which a tile has no room. */
const shortNames: Readonly<Record<string, string>> = {
  'Computer Science Engineering': 'Computer Science',
  'Electrical & Electronics Engineering': 'Electrical & Electronics',
  'Electronics & Communication Engineering': 'Electronics & Communication',
  'Mechanical Engineering': 'Mechanical',
  'Civil Engineering': 'Civil',
};

/** What the code of a department stands for; empty until the campus is known. */
export function departmentName(campus: Campus | null, code: string): string {
  const label = campus?.departments.find((department) => department.code === code)?.label ?? '';
  return shortNames[label] ?? label;
}

/** The departments whose keys can be shown: all that lend or ever did, the retired ones last. */
export function shownDepartments(campus: Campus | null): readonly string[] {
  if (!campus) return keyDepartments;
  const codesOf = (departments: readonly Department[]) => departments.map(({ code }) => code);
  const isOffered = ({ lends, retired }: Department) => lends && !retired;
  return [
    ...codesOf(campus.departments.filter(isOffered)),
    ...codesOf(campus.departments.filter((department) => !isOffered(department))),
  ];
}

/** The department named in an address, if it exists. */
export function parseDepartment(name: unknown, known = keyDepartments): string | undefined {
  return known.find((department) => department === name);
}

const icons: Readonly<Record<string, LucideIcon>> = {
  CSE: Cpu,
  EEE: Zap,
  AIML: BrainCircuit,
  IoT: RadioTower,
  ECE: CircuitBoard,
  MECH: Cog,
  CIVIL: Building2,
  IT: Monitor,
  ADMIN: Landmark,
  RESEARCH: FlaskConical,
  COMMON: DoorOpen,
};

/** A department's icon; decoration only. */
export function DepartmentIcon({ department }: { department: string }) {
  const Icon = icons[department] ?? School;
  return (
    <span className="grid size-10 shrink-0 place-items-center rounded-control bg-accent-soft text-accent">
      <Icon aria-hidden className="size-5" />
    </span>
  );
}

export type DepartmentCount = { department: string; total: number; available: number };

/** How many keys each of these departments has, in their order and including those without keys. */
export function countByDepartment(
  keys: readonly Key[],
  departments = keyDepartments,
): DepartmentCount[] {
  const counts = new Map(
    departments.map((department) => [department, { department, total: 0, available: 0 }]),
  );
  for (const key of keys) {
    const count = counts.get(key.department);
    if (!count) continue;
    count.total += 1;
    if (key.status === 'available') count.available += 1;
  }
  return [...counts.values()];
}
