import { type ReactNode, useId } from 'react';
import { Card } from '../../ui/card.tsx';
import { NotConnected } from './not-connected.tsx';

type PlaceholderCardProps = { title: string; children: ReactNode };

/** A part of the dashboard that has no source yet, and says so. */
export const PlaceholderCard = ({ title, children }: PlaceholderCardProps) => {
  const id = useId();
  return (
    <Card aria-labelledby={id} className="h-full">
      <header className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <h2 id={id} className="text-lg font-semibold">
          {title}
        </h2>
        <NotConnected />
      </header>
      {children}
    </Card>
  );
};
