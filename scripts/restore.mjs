// Restores a backup into a database that no Keydesk uses: npm run restore -- FILE [--replace]
import { runDatabaseCommand } from './database-command.mjs';

await runDatabaseCommand('restore');
