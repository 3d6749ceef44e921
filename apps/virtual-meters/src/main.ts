import { readBoardsFile } from './publishing/boards-file.ts';
import { parseOptions, USAGE } from './publishing/command-line.ts';
import { runBoards } from './publishing/run-boards.ts';

const fail = (error: unknown): never => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
};

try {
  const options = parseOptions(process.argv.slice(2));
  if (options === null) {
    console.log(USAGE);
  } else {
    const boards = readBoardsFile(options.boards);
    const end = runBoards(boards, options, console.error);
    const leave = () => {
      end().then(() => process.exit(0), fail);
    };
    process.once('SIGINT', leave);
    process.once('SIGTERM', leave);
    // If another program started this one, it ends with that program.
    process.once('disconnect', leave);
    console.log(
      `${boards.length} boards publish to ${options.host}:${options.port} every ${options.intervalMs / 1000} s`,
    );
  }
} catch (error) {
  fail(error);
}
