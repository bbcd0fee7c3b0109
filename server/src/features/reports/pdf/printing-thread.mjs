// A thread of its own does not know TypeScript yet, whatever started the application.
import { register } from 'tsx/esm/api';

register();
await import('./print-report.ts');
