import { parseArgs } from 'node:util';
import { createLog } from '@nascente/runtime/log';
import { readConfig } from '@nascente/server/config';
import { type ChainReport, verifyChain } from '@nascente/server/people/audit/index';
import { connectDatabase, reachDatabase } from '@nascente/server/platform/database/open-database';
import { runOperatorCommand } from './operator-command.ts';

const USAGE = `Usage: npm run verify-audit -- [--known NUMBER:HASH]

Looks at the audit trail of DATA_DIR or DATABASE_URL, also while the server runs, and says whether an event was changed, removed
or inserted since it was linked, and where. --known: the last link that this command (or the page Auditoria) told some time
before, noted outside the database; the chain must still lead through it. Ends with 1 where something was found.
`;

const NOTED_LINK = /^(\d{1,15}):([\da-f]{64})$/i;

const numbersOf = ({ number, upTo }: ChainReport['problems'][number]): string =>
  number === upTo ? `event ${number}` : `events ${number} to ${upTo}`;

const reportText = ({ events, waiting, erased, head, problems, problemCount }: ChainReport): string => {
  const lines = [
    `${events} events, ${waiting} not linked yet, ${erased} with their detail erased`,
    `last link: ${head.number}:${head.hash.toString('hex')}`,
    ...problems.map((problem) => {
      const at = problem.at === null ? '' : ` (says ${problem.at.toISOString()})`;
      return `${problem.kind}: ${numbersOf(problem)}${at}`;
    }),
    problemCount === 0 ? 'the chain is whole' : `the chain is NOT whole: ${problemCount} found`,
  ];
  return `${lines.join('\n')}\n`;
};

await runOperatorCommand(USAGE, async () => {
  const { values } = parseArgs({
    options: { help: { type: 'boolean', short: 'h', default: false }, known: { type: 'string' } },
  });
  if (values.help) return USAGE;
  const written = values.known === undefined ? null : NOTED_LINK.exec(values.known);
  if (values.known !== undefined && written === null) return null;
  const [, number = '', hash = ''] = written ?? [];
  const link = written === null ? null : { number: Number(number), hash: Buffer.from(hash, 'hex') };
  const log = createLog('warn');
  const reached = await reachDatabase(readConfig(), log);
  const database = connectDatabase(reached.connectionString, log);
  try {
    const report = await verifyChain(database.db, link);
    if (report.problemCount > 0) process.exitCode = 1;
    return reportText(report);
  } finally {
    await database.close();
    await reached.close();
  }
});
