import { CampusTabs } from '../../features/campus/campus-page.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';

const DeskComputers = lazyComponent(() =>
  import('../../features/duty/desk-computers.tsx').then((module) => module.DeskComputers),
);

const RetiredComputers = lazyComponent(() =>
  import('../../features/duty/desk-computers.tsx').then((module) => module.RetiredComputers),
);

/** The Campus page, where each desk shows its computers. */
export function CampusPage() {
  return (
    <CampusTabs
      renderDeskMore={(desk) => <DeskComputers desk={desk} whileLoading={null} />}
      renderRetired={(desk) => <RetiredComputers deskId={desk.id} whileLoading={null} />}
    />
  );
}
