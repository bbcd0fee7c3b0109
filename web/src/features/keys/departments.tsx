import { type Key, type KeyDepartment, keyDepartments } from '@keydesk/shared/keys/key';
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
  Zap,
} from 'lucide-react';

/** What each department's short name stands for. */
export const departmentNames: Readonly<Record<KeyDepartment, string>> = {
  CSE: 'Computer Science',
  EEE: 'Electrical & Electronics',
  AIML: 'AI & Machine Learning',
  IoT: 'Internet of Things',
  ECE: 'Electronics & Communication',
  MECH: 'Mechanical',
  CIVIL: 'Civil',
  IT: 'Information Technology',
  ADMIN: 'Administration',
  RESEARCH: 'Research',
  COMMON: 'Shared rooms',
};

/** The department named in an address, if it exists. */
export function parseDepartment(name: unknown): KeyDepartment | undefined {
  return keyDepartments.find((department) => department === name);
}

const icons: Record<KeyDepartment, LucideIcon> = {
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
export function DepartmentIcon({ department }: { department: KeyDepartment }) {
  const Icon = icons[department];
  return (
    <span className="grid size-10 shrink-0 place-items-center rounded-control bg-accent-soft text-accent">
      <Icon aria-hidden className="size-5" />
    </span>
  );
}

export type DepartmentCount = { department: KeyDepartment; total: number; available: number };

/** How many keys each department has, in the fixed order and including those without keys. */
export function countByDepartment(keys: readonly Key[]): DepartmentCount[] {
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
}

/** '1 key' or 'N keys'. */
export function keyCount(count: number): string {
  return count === 1 ? '1 key' : `${count} keys`;
}
