import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { SegmentCount, segmentClassName, segmentsClassName } from './filters.tsx';

type Tab = { value: string; label: string; count?: number; content: ReactNode };

type TabsProps = {
  tabs: readonly Tab[];
  label: string;
  value: string;
  onChange: (value: string) => void;
};

/** Panels within a page, one visible at a time. */
export function Tabs({ tabs, label, value, onChange }: TabsProps) {
  return (
    <Base.Root value={value} onValueChange={onChange}>
      <Base.List aria-label={label} className={classNames(segmentsClassName, 'sm:w-fit')}>
        {tabs.map((tab) => (
          <Base.Tab key={tab.value} value={tab.value} className={segmentClassName}>
            {tab.label}
            {tab.count !== undefined && <SegmentCount count={tab.count} />}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className="pt-4">
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
