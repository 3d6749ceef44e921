// npm run export-all -- FOLDER: all that the database holds as open files, also while the server runs. -- --help says more.
import { runOperatorProgram } from './steps/operator-program.mjs';

await runOperatorProgram('export-all.ts');
