import { AuditLog } from '../../features/audit-log/audit-log.tsx';

/** Audit Log. */
export const AdminAuditPage = () => <AuditLog />;
