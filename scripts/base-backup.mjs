// npm run base-backup: the files of the embedded PostgreSQL into WAL_ARCHIVE_DIR, also while the server runs. -- --help says more.
import { runOperatorProgram } from './steps/operator-program.mjs';

await runOperatorProgram('base-backup.ts');
