import { PageHeader } from '../../ui/page-header.tsx';

/** Home of the responder role: a heading only (spec §2). */
export const ResponderPage = () => (
  <PageHeader
    title="Responder Dashboard"
    text="There is nothing to respond to here. Your notifications and profile are in the menu."
  />
);
