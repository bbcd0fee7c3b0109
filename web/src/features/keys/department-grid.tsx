import { keyDepartmentsOf } from '@keydesk/shared/campus/offers';
import type { Key } from '@keydesk/shared/keys/key';
import { plural } from '@keydesk/shared/plural';
import { CircleCheck } from 'lucide-react';
import { useMemo } from 'react';
import { useCampus } from '../../lib/campus.ts';
import { LoadingAnnouncement, Skeleton } from '../../ui/loading.tsx';
import {
  countByDepartment,
  type DepartmentCount,
  DepartmentIcon,
  departmentName,
  shownDepartments,
} from './departments.tsx';

type TileProps = {
  department: string;
  name: string;
  /** Undefined while the keys load. */
  count: DepartmentCount | undefined;
  withAvailable: boolean;
  onOpen: (department: string) => void;
};

type DepartmentGridProps = {
  keys: readonly Key[] | undefined;
  onOpen: (department: string) => void;
  /** Also shows how many keys are available; turned off where all of them are. */
  withAvailable?: boolean;
};

/** Every department with its number of keys, even if it has none; retired ones while they have some. */
export function DepartmentGrid({ keys, onOpen, withAvailable = true }: DepartmentGridProps) {
  const campus = useCampus();
  const counts = useMemo(
    () => keys && countByDepartment(keys, shownDepartments(campus)),
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
      <h2 id="departments" className="mb-3 text-lg font-semibold">
        Departments
      </h2>
      {!keys && <LoadingAnnouncement label="Loading keys..." />}
      <ul className="grid two-columns gap-3 sm:grid-cols-3 xl:grid-cols-4">
        {!shown &&
          skeletonTiles.map((tile) => <Skeleton key={tile} className="h-37 rounded-card" />)}
        {shown?.map((department) => (
          <li key={department} className="flex">
            <Tile
              department={department}
              name={departmentName(campus, department)}
              count={counts?.find((count) => count.department === department)}
              withAvailable={withAvailable}
              onOpen={onOpen}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

const skeletonTiles = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

function Tile({ department, name, count, withAvailable, onOpen }: TileProps) {
  return (
    <button
      type="button"
      onClick={() => onOpen(department)}
      className="card flex w-full flex-col items-start gap-3 p-4 text-left transition-colors duration-150 hover:border-accent/60 hover:bg-raised"
    >
      <DepartmentIcon department={department} />
      <span className="min-w-0 flex-1">
        <span className="block text-lg leading-6 font-semibold">{department}</span>
        <span className="block text-sm text-muted">{name}</span>
      </span>
      {count ? (
        <span className="flex min-h-5 w-full flex-wrap items-center justify-between gap-x-3 gap-y-0.5 text-sm tabular-nums">
          <span className="font-medium">{plural(count.total, 'key')}</span>
          {withAvailable && count.total > 0 && (
            <span className="inline-flex items-center gap-1 text-available">
              <CircleCheck aria-hidden className="size-3.5" />
              {count.available} available
            </span>
          )}
        </span>
      ) : (
        <Skeleton className={withAvailable ? 'h-10.5 w-20 sm:h-5' : 'h-5 w-20'} />
      )}
    </button>
  );
}
