import { ensureInstalled } from '../ensure-installed.mjs';
import { runNode } from './run-program.mjs';
import { toldPlainly } from './told-plainly.mjs';

/** Runs a command of the server with the arguments of this process, once everything is installed. */
export const runOperatorProgram = (program, flags = []) =>
  toldPlainly(async () => {
    ensureInstalled();
    const { code } = await runNode([...flags, `apps/server/src/${program}`, ...process.argv.slice(2)]);
    return code;
  });
