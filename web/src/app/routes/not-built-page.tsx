import { Hammer } from 'lucide-react';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

/** Stands in for a page that does not exist yet. */
export const NotBuiltPage = ({ title }: { title: string }) => (
  <>
    <PageHeader title={title} />
    <EmptyState icon={<Hammer />} title="Not here yet" text="This page is still being built." />
  </>
);
