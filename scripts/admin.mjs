// Lets people in and ends sessions, for who has the machine: npm run admin
import { runDatabaseCommand } from './database-command.mjs';

await runDatabaseCommand('admin');
