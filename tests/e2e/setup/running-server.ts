import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BoardEntry, readBoardsFile } from '@nascente/virtual-meters/publishing/boards-file';

/** What the tests know of the server that was started for them; handed on in the environment. */
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

export function handOn(server: RunningServer): void {
  process.env[VARIABLE] = JSON.stringify(server);
}

export const wasStarted = (): boolean => process.env[VARIABLE] !== undefined;

export function runningServer(): RunningServer {
  const text = process.env[VARIABLE];
  if (text === undefined) throw new Error('no server was started for the browser tests');
  return JSON.parse(text) as RunningServer;
}

export function demonstrationSignIn(): Credentials {
  const path = join(runningServer().dataDir, 'demonstration/sign-in.json');
  return JSON.parse(readFileSync(path, 'utf8')) as Credentials;
}

/** The board of the demonstration with this profile, with its key. */
export function boardWith(profile: BoardEntry['profile']): BoardEntry {
  const boards = readBoardsFile(join(runningServer().dataDir, 'demonstration/boards.json'));
  const board = boards.find((one) => one.profile === profile);
  if (board === undefined) throw new Error(`no board of profile ${profile}`);
  return board;
}
