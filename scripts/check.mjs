// Checks the installation and says how to mend it: npm run check
import { runDatabaseCommand } from './database-command.mjs';

await runDatabaseCommand('check');
