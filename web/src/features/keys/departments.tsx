import {
  type Campus,
  type Department,
  keyDepartmentsOf,
  labelIn,
} from '@keydesk/shared/campus/campus';
import { isSameName } from '@keydesk/shared/core/text';
import type { Key } from '@keydesk/shared/keys/key';
import { t } from '@keydesk/shared/texts/en/keys';
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
import { useMemo } from 'react';
import { useCampus } from '../../lib/campus.ts';
import { LoadingAnnouncement, Skeleton } from '../../ui/loading.tsx';

type TileProps = {
  department: string;
  name: string;
  count: DepartmentCount | undefined;
  onOpen: (department: string) => void;
};

type DepartmentGridProps = {
  keys: readonly Key[] | undefined;
  onOpen: (department: string) => void;
};

/** Every department with its number of keys; retired ones only while they have keys. */
export function DepartmentGrid({ keys, onOpen }: DepartmentGridProps) {
  const campus = useCampus();
  const counts = useMemo(
    () => keys && countByDepartment(keys, shownDepartments(campus) ?? []),
    [keys, campus],
  );
  const offered = campus && keyDepartmentsOf(campus).map(({ code }) => code);
  const shown = offered && [
    ...offered,
    ...(counts ?? []).flatMap(({ department, total }) =>
      total > 0 && !offered.includes(department) ? [department] : [],
    ),
  ];
  return (
    <section aria-labelledby="departments" aria-busy={!keys || !campus}>
      <h2 id="departments" className="mb-3 text-xl font-semibold">
        {t('departments')}
      </h2>
      {!keys && <LoadingAnnouncement label={t('loading')} />}
      <ul className="grid gap-2 sm:grid-cols-2 sm:gap-3 xl:grid-cols-3">
        {!shown &&
          skeletonTiles.map((tile) => <Skeleton key={tile} className="h-16 rounded-card" />)}
        {shown?.map((department) => (
          <li key={department} className="flex">
            <Tile
              department={department}
              name={departmentName(campus, department)}
              count={counts?.find((count) => count.department === department)}
              onOpen={onOpen}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

const skeletonTiles = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

function Tile({ department, name, count, onOpen }: TileProps) {
  return (
    <button
      type="button"
      onClick={() => onOpen(department)}
      className="card flex min-h-16 w-full flex-wrap items-center gap-x-3 px-4 py-2 text-start text-sm transition-colors duration-150 hover:border-accent/60 hover:bg-raised"
    >
      <span className="min-w-0 flex-[1_1_10ch]">
        <span className="block text-base font-semibold wrap-anywhere">{name}</span>
        {!isSameName(name, department) && <span className="block text-muted">{department}</span>}
      </span>
      {count ? (
        <span className="ms-auto text-end tabular-nums">
          <span className="block text-base">{t('count', { count: count.total })}</span>
          {count.total > 0 && (
            <span className="block text-muted">
              {t('available-count', { count: count.available })}
            </span>
          )}
        </span>
      ) : (
        <Skeleton className="h-10 w-20" />
      )}
    </button>
  );
}

/** Tiles have no room for the word 'Engineering'. */
const shortNames: Readonly<Record<string, string>> = {
  'Computer Science Engineering': 'Computer Science',
  'Electrical & Electronics Engineering': 'Electrical & Electronics',
  'Electronics & Communication Engineering': 'Electronics & Communication',
  'Mechanical Engineering': 'Mechanical',
  'Civil Engineering': 'Civil',
};

/** The code until the campus is loaded. */
export function departmentName(campus: Campus | null, code: string): string {
  const label = labelIn(campus?.departments ?? [], code);
  return shortNames[label] ?? label;
}

/** Departments that lend or once did, retired ones last; undefined until the campus is loaded. */
export function shownDepartments(campus: Campus | null): readonly string[] | undefined {
  if (!campus) return undefined;
  const codesOf = (departments: readonly Department[]) => departments.map(({ code }) => code);
  const isOffered = ({ lends, retired }: Department) => lends && !retired;
  return [
    ...codesOf(campus.departments.filter(isOffered)),
    ...codesOf(campus.departments.filter((department) => !isOffered(department))),
  ];
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

export function DepartmentIcon({ department }: { department: string }) {
  const Icon = icons[department] ?? School;
  return (
    <span className="grid size-10 shrink-0 place-items-center rounded-control bg-accent-soft text-accent">
      <Icon aria-hidden className="size-5" />
    </span>
  );
}

type DepartmentCount = { department: string; total: number; available: number };

/** In the order of `departments`, including those without keys. */
export function countByDepartment(
  keys: readonly Key[],
  departments: readonly string[],
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
