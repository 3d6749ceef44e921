// npm run restore -- FILE: an empty database from such a file. -- --help says more.
import { runOperatorProgram } from './steps/operator-program.mjs';

await runOperatorProgram('restore.ts');
