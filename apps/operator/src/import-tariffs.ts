import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { ImportSummary } from '@nascente/contract/sites/tariff-import';
import { type CivilDate, isCivilDate } from '@nascente/domain/base/time/civil-day';
import { instant } from '@nascente/domain/base/time/zone';
import { createLog } from '@nascente/runtime/log';
import { readConfig, WrongConfiguration } from '@nascente/server/config';
import { createAuditTrail } from '@nascente/server/people/audit/index';
import { openDatabase } from '@nascente/server/platform/database/open-database';
import { createTariffsFeature } from '@nascente/server/sites/tariffs/index';
import { runOperatorCommand } from './operator-command.ts';

const USAGE = `Usage: npm run import-tariffs -- FILE [--store] [--since=YYYY-MM-DD] [--distributors=KEY,KEY]

Reads a file of ANEEL's open data (tariffs, flags by month or flag prices; CSV, also packed by gzip) and says what it
came to. Without --store nothing is stored. A distributor's key is its CNPJ, or its name where the file has none.
The server must not be running on the same database; while it runs, an Admin imports on the page /tariffs/import.
`;

const optionsOf = () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      store: { type: 'boolean', default: false },
      since: { type: 'string' },
      distributors: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const { since = null } = values;
  if (since !== null && !isCivilDate(since)) throw new WrongConfiguration(`--since is no date: ${since}`);
  return { ...values, since: since as CivilDate | null, file: positionals[0] ?? null };
};

const conflictLines = ({
  namedConflicts,
}: Pick<Extract<ImportSummary, { kind: 'tariffs' }>, 'namedConflicts'>): string[] => [
  ...namedConflicts.map(
    ({ tariff, validFrom, stored, imported }) => `  ${tariff}, ${validFrom}: ${stored} / ${imported}`,
  ),
  '',
];

const reportOf = (summary: ImportSummary): string => {
  const { kind, stored, encoding, rows, takenRows, refusals } = summary;
  const head = [
    `${kind}: ${rows} rows (${encoding}), ${takenRows} taken${stored ? '' : '; nothing was stored'}`,
    ...refusals.map(({ rows: count, msg }) => `  ${count} not taken: ${msg}`),
  ];
  if (summary.kind === 'components')
    return [
      ...head,
      `${summary.filled} filled, ${summary.unchanged} unchanged, ${summary.withoutTariff} without a stored tariff, ${summary.conflicts} in conflict (the stored ones stay)`,
      ...conflictLines(summary),
    ].join('\n');
  if (summary.kind !== 'tariffs') {
    const changes = summary.changed.map(({ month, before, after }) => `  ${month}: ${before} -> ${after}`);
    return [
      ...head,
      `${summary.added} new, ${summary.unchanged} unchanged, ${changes.length} changed`,
      ...changes,
    ]
      .concat('')
      .join('\n');
  }
  const { tariffs, newTariffs, newVersions, unchangedVersions, conflicts } = summary;
  return [
    ...head,
    `${tariffs} tariffs of ${summary.distributors.length} distributors, ${newTariffs} of them new`,
    `${newVersions} new versions, ${unchangedVersions} unchanged, ${conflicts} in conflict (the stored ones stay)`,
    ...conflictLines(summary),
  ].join('\n');
};

const run = async (): Promise<string | null> => {
  const { file, store, since, distributors, help } = optionsOf();
  if (help) return USAGE;
  if (file === null) return null;
  await stat(file);
  const config = readConfig();
  const database = await openDatabase(config, createLog('warn'));
  try {
    const clock = () => instant(Date.now());
    const audit = createAuditTrail({ db: database.db, clock });
    const { aneel } = createTariffsFeature({ database, clock, audit });
    const chosen = distributors?.split(',') ?? null;
    return reportOf(await aneel.runLocally(createReadStream(file), { store, since, distributors: chosen }));
  } finally {
    await database.close();
  }
};

await runOperatorCommand(USAGE, run);
