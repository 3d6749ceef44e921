// npm run backup -- FILE: all that the database holds, into one file, also while the server runs. -- --help says more.
import { runOperatorProgram } from './steps/operator-program.mjs';

await runOperatorProgram('backup.ts');
