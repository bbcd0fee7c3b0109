// Says whether everything that Keydesk needs is in order, and what to do if not: npm run check
import { runDatabaseCommand } from './database-command.mjs';

await runDatabaseCommand('check');
