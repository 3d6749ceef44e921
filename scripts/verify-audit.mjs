// npm run verify-audit: whether the audit trail is whole, also while the server runs. -- --help says more.
import { runOperatorProgram } from './steps/operator-program.mjs';

await runOperatorProgram('verify-audit.ts');
