import { ensureInstalled } from '../ensure-installed.mjs';
import { withOneLineErrors } from './one-line-errors.mjs';
import { runNode } from './run-program.mjs';

/** Runs an operator command with the arguments of this process, once everything is installed. */
export const runOperatorProgram = (program, flags = []) =>
  withOneLineErrors(async () => {
    ensureInstalled();
    const { code } = await runNode([...flags, `apps/operator/src/${program}`, ...process.argv.slice(2)]);
    return code;
  });
