import { SecuritySettingsForm } from '../../features/security-settings/security-settings-form.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

/** Security Settings. */
export const SecuritySettingsPage = () => (
  <>
    <PageHeader title="Security Settings" text="They hold for everyone within a few seconds." />
    <SecuritySettingsForm />
  </>
);
