import { dataEnvelope, route } from '../http/route.ts';
import { permissions } from '../users/permissions.ts';
import { securitySettingsSchema } from './security-settings.ts';

export const settingsRoutes = {
  getSecuritySettings: route({
    method: 'GET',
    path: '/dashboard/security-settings',
    summary: 'The security settings in force',
    access: permissions.administer,
    ownership: 'none',
    response: dataEnvelope(securitySettingsSchema),
  }),
  putSecuritySettings: route({
    method: 'PUT',
    path: '/dashboard/security-settings',
    summary: 'Replace the security settings; they hold in every process within 5 s',
    access: permissions.administer,
    ownership: 'none',
    needsRecentSignIn: true,
    body: securitySettingsSchema,
    response: dataEnvelope(securitySettingsSchema),
  }),
};
