import type { Socket } from 'node:net';
import { followedSockets } from './open-sockets.ts';
import { findWritingHost } from './writing-host.ts';
import { createWritingSockets } from './writing-sockets.ts';

/** 'scheme://user:password@', the hosts, and the rest. */
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?]*@)?)([^/?@]*)(.*)$/s;

/** The URL of each host that a database URL names, as libpq reads it: `postgresql://user@one:5432,two:5432/name`. */
export const urlsOfHosts = (databaseUrl: string): readonly string[] => {
  const [, before = '', hosts = '', after = ''] = PARTS.exec(databaseUrl) ?? [];
  return hosts.includes(',') ? hosts.split(',').map((host) => `${before}${host}${after}`) : [databaseUrl];
};

interface Reaching {
  readonly connectionString: string;
  readonly stream: () => Socket;
}

/**
 * How a client of the driver reaches a database. Where its URL names several hosts each connection goes to the one that
 * takes writes at that moment: after a fail-over the next one finds the new primary.
 */
export const reaching = (databaseUrl: string): Reaching => {
  const urls = urlsOfHosts(databaseUrl);
  const [first = databaseUrl] = urls;
  if (urls.length === 1) return { connectionString: first, stream: followedSockets(databaseUrl) };
  // A pool that opens all of its connections at once asks once.
  let looking: Promise<string> | null = null;
  const find = (): Promise<string> => {
    looking ??= findWritingHost(urls).finally(() => {
      looking = null;
    });
    return looking;
  };
  return { connectionString: first, stream: followedSockets(databaseUrl, createWritingSockets(find)) };
};
