import { StartRefused } from '@nascente/runtime/start-refused';
import { WrongConfiguration } from '@nascente/server/config';
import { AppError } from '@nascente/server/platform/errors';

const fail = (line: string): never => {
  process.stderr.write(`${line}\n`);
  process.exit(1);
};

/** Whether an operator can correct an error; it is then printed in one line, without a stack. */
const isForOperator = (error: unknown): error is Error =>
  error instanceof AppError ||
  error instanceof StartRefused ||
  error instanceof WrongConfiguration ||
  (error instanceof Error && 'code' in error);

/** Runs an operator's command. `run` returns the text to print, or `null` for wrong arguments. */
export const runOperatorCommand = async (usage: string, run: () => Promise<string | null>): Promise<void> => {
  try {
    const report = await run();
    if (report === null) fail(usage);
    else process.stdout.write(report);
  } catch (error) {
    if (!isForOperator(error)) throw error;
    fail(error.message);
  }
};
