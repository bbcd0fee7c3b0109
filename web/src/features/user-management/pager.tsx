import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { pageSize } from './users.queries.ts';

type PagerProps = {
  page: number;
  totalPages: number;
  totalUsers: number;
  onPage: (page: number) => void;
};

/** Which people are in view, and the way to the others. */
export const Pager = ({ page, totalPages, totalUsers, onPage }: PagerProps) => {
  const first = (page - 1) * pageSize + 1;
  return (
    <nav
      aria-label="Pages"
      className="mt-4 flex flex-wrap items-center justify-between gap-3 tabular-nums"
    >
      <p className="text-sm text-muted">
        {first}–{Math.min(page * pageSize, totalUsers)} of {totalUsers}
      </p>
      <div className="flex items-center gap-2">
        <Button
          variant="secondary"
          size="small"
          disabled={page <= 1}
          onClick={() => onPage(page - 1)}
        >
          <ChevronLeft aria-hidden className="size-4" />
          Previous
        </Button>
        <p aria-live="polite" className="px-1 text-sm font-medium whitespace-nowrap">
          Page {page} of {totalPages}
        </p>
        <Button
          variant="secondary"
          size="small"
          disabled={page >= totalPages}
          onClick={() => onPage(page + 1)}
        >
          Next
          <ChevronRight aria-hidden className="size-4" />
        </Button>
      </div>
    </nav>
  );
};
