// npm run import-tariffs -- FILE [--store]: the open tariff and flag files of ANEEL. -- --help says more.
import { runOperatorProgram } from './steps/operator-program.mjs';

// Rows live for a moment only: a small young space keeps the whole file of ANEEL below 200 MB of memory.
await runOperatorProgram('import-tariffs.ts', ['--max-semi-space-size=4']);
