import { SystemFacts } from '../../features/system/system-facts.tsx';

/** System. */
export const SystemPage = () => <SystemFacts />;
