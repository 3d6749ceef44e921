import { isDatabaseOutage } from '@nascente/postgres-host/outage';
import { createLog, type Log } from '@nascente/runtime/log';
import { StartRefused } from '@nascente/runtime/start-refused';
import { readCommandLine } from './command-line.ts';
import { type Server, startServer } from './compose.ts';
import { type Config, publicUrlOf, readConfig, WrongConfiguration } from './config.ts';

const STOP_LIMIT_MS = 30_000;
/** EX_TEMPFAIL of sysexits.h: the supervisor restarts the server although it was never ready. */
const TRY_AGAIN = 75;

const fail = (line: string): never => {
  process.stderr.write(`${line}\n`);
  process.exit(1);
};

const readConfigOrFail = (): Config => {
  try {
    return readConfig();
  } catch (error) {
    if (error instanceof WrongConfiguration) return fail(error.message);
    throw error;
  }
};

/**
 * A first signal stops the server, or aborts a start that is waiting. A second signal, or a stop that takes too long, ends the
 * process at once.
 */
const stopOnSignals = (starting: Promise<Server>, log: Log, starts: AbortController): void => {
  let stopping = false;
  const stop = async (signal: string): Promise<void> => {
    if (stopping) process.exit(1);
    stopping = true;
    log.info({ signal }, 'Stopping');
    starts.abort();
    setTimeout(() => {
      log.fatal('The stop took too long');
      process.exit(1);
    }, STOP_LIMIT_MS).unref();
    const server = await starting.catch(() => null);
    await server?.stop();
    log.info('Stopped');
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal));
  // If the supervisor has ended, nothing else would stop this server.
  if (process.connected) process.once('disconnect', () => void stop('disconnect'));
};

const run = async (demonstration: boolean): Promise<void> => {
  const config = readConfigOrFail();
  const log = createLog(config.logLevel);
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'An error that nobody expected: ending');
    process.exit(1);
  });
  const starts = new AbortController();
  const starting = startServer({
    cancelled: starts.signal,
    config,
    log,
    demonstration,
    onDatabaseLost: () => {
      log.fatal('Another Nascente has taken over the database: ending');
      process.exit(1);
    },
  });
  stopOnSignals(starting, log, starts);
  try {
    const { ports } = await starting;
    const port = ports.http;
    const httpsPort = ports.https ?? config.httpsPort;
    const address = publicUrlOf({ ...config, port, httpsPort });
    log.info({ address, pid: process.pid, ms: Math.round(performance.now()) }, 'Nascente is ready');
    process.send?.('ready');
  } catch (error) {
    // The part that aborted the start reports the reason.
    if (starts.signal.aborted) return;
    if (error instanceof StartRefused) return fail(error.message);
    log.fatal({ err: error }, 'The server could not start');
    process.exit(isDatabaseOutage(error) ? TRY_AGAIN : 1);
  }
};

const command = readCommandLine(process.argv.slice(2));
if (command.kind === 'refuse') fail(command.reason);
else if (command.kind === 'print') process.stdout.write(command.text);
else await run(command.demonstration);
