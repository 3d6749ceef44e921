import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BoardEntry, readBoardsFile } from '@nascente/virtual-meters/publishing/boards-file';

/** A test server's connection data, passed in the environment. */
export interface RunningServer {
  readonly address: string;
  readonly mqttPort: number;
  readonly dataDir: string;
  readonly admin: Credentials;
  /** Who has an address there wears the second brand. */
  readonly secondBrandDomain: string;
}

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

const VARIABLE = 'NASCENTE_E2E';

export function handOn(servers: readonly RunningServer[]): void {
  process.env[VARIABLE] = JSON.stringify(servers);
}

export const wasStarted = (): boolean => process.env[VARIABLE] !== undefined;

/** The server of this worker. Two workers never have the same, so tests that run side by side share nothing. */
export function runningServer(): RunningServer {
  const text = process.env[VARIABLE];
  if (text === undefined) throw new Error('no server was started for the browser tests');
  const servers = JSON.parse(text) as readonly RunningServer[];
  // The process that only lists the tests is no worker.
  const server = servers[Number(process.env.TEST_PARALLEL_INDEX ?? 0)];
  if (server === undefined) throw new Error('no server was started for this worker');
  return server;
}

const storedSignIn = (): Credentials & { readonly partner: string } => {
  const path = join(runningServer().dataDir, 'demonstration/sign-in.json');
  return JSON.parse(readFileSync(path, 'utf8')) as Credentials & { readonly partner: string };
};

export const demonstrationSignIn = (): Credentials => storedSignIn();

/** How the partner of the demonstration signs in, who wears the second brand. */
export function partnerSignIn(): Credentials {
  const { partner, password } = storedSignIn();
  return { email: partner, password };
}

/** The board of the demonstration with this profile, with its key. */
export function boardWith(profile: BoardEntry['profile']): BoardEntry {
  const boards = readBoardsFile(join(runningServer().dataDir, 'demonstration/boards.json'));
  const board = boards.find((one) => one.profile === profile);
  if (board === undefined) throw new Error(`no board of profile ${profile}`);
  return board;
}
