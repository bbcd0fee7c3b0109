import { Navigate } from '@tanstack/react-router';
import { useConfig } from '../../lib/config.ts';
import { Loading } from '../../ui/loading.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ButtonSheet } from './button-sheet.tsx';
import { ColourSheet } from './colour-sheet.tsx';
import { FieldSheet } from './field-sheet.tsx';
import { ListSheet } from './list-sheet.tsx';
import { NavigationSheet } from './navigation-sheet.tsx';
import { OverlaySheet } from './overlay-sheet.tsx';
import { SheetLinks } from './sheet-links.tsx';
import { SignSheet } from './sign-sheet.tsx';
import { StateSheet } from './state-sheet.tsx';
import { TypeSheet } from './type-sheet.tsx';

/** Every widget in both colour schemes. Elsewhere than in the local environment there is no such page. */
export const StylePage = () => {
  const environment = useConfig()?.environment;
  if (!environment) return <Loading />;
  if (environment !== 'local') return <Navigate to="/dashboard" replace />;
  return (
    <>
      <PageHeader
        title="Style"
        text="Every widget in both colour schemes, as the product draws it. Hover, focus and press work."
      />
      <SheetLinks />
      <ColourSheet />
      <TypeSheet />
      <ButtonSheet />
      <FieldSheet />
      <SignSheet />
      <NavigationSheet />
      <ListSheet />
      <StateSheet />
      <OverlaySheet />
    </>
  );
};
