import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the demonstration leaves for the virtual meters and for whoever looks at it; nobody else may read it. */
interface KeptFiles {
  readonly boards: string;
  readonly signIn: string;
  /** A board in stock, for whoever wants to register one. */
  readonly freeBoard: string;
}

export interface FreeBoard {
  readonly mac: string;
  readonly code: string;
}

export interface SignIn {
  readonly email: string;
  /** Of the partner, who has the same password; an earlier demonstration had none. */
  readonly partner?: string;
  readonly password: string;
}

export function keptFiles(dataDir: string): KeptFiles {
  const folder = join(dataDir, 'demonstration');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return {
    boards: join(folder, 'boards.json'),
    signIn: join(folder, 'sign-in.json'),
    freeBoard: join(folder, 'free-board.json'),
  };
}

export function keep(path: string, content: unknown): void {
  writeFileSync(path, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
}

function readKept<T>(path: string): T | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as T;
  } catch {
    return null;
  }
}

/** The sign-in of an earlier start, or null. */
export const readSignIn = (path: string): SignIn | null => readKept<SignIn>(path);

/** The board in stock as an earlier start told it, or null. */
export const readFreeBoard = (path: string): FreeBoard | null => readKept<FreeBoard>(path);
