import { createPrivateKey, X509Certificate } from 'node:crypto';
import { type FSWatcher, watch } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createSecureContext, type Server as TlsServer } from 'node:tls';
import type { Log } from '@nascente/runtime/log';
import { StartRefused } from '@nascente/runtime/start-refused';

export interface CertificateFiles {
  readonly certificateFile: string;
  readonly keyFile: string;
}

interface Pair {
  readonly cert: Buffer;
  readonly key: Buffer;
}

/** The certificate of this installation, and the newest one that its files have held. */
export type Certificates = Awaited<ReturnType<typeof openCertificates>>;

/** Replacing two files takes a moment. */
const SETTLES_MS = 500;
/** Some file systems send no events, and a link to another directory changes without one. */
const LOOKS_AGAIN_MS = 60_000;

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Throws the fault of a pair with which no connection could be opened. */
const examine = ({ cert, key }: Pair): X509Certificate => {
  const certificate = new X509Certificate(cert);
  if (!certificate.checkPrivateKey(createPrivateKey(key)))
    throw new Error('the key is of another certificate');
  createSecureContext({ cert, key });
  return certificate;
};

const readPair = async ({ certificateFile, keyFile }: CertificateFiles): Promise<Pair> => ({
  cert: await readFile(certificateFile),
  key: await readFile(keyFile),
});

const watchBoth = ({ certificateFile, keyFile }: CertificateFiles, changed: () => void): FSWatcher[] =>
  [...new Set([dirname(certificateFile), dirname(keyFile)])].flatMap((directory) => {
    try {
      // The file itself is often replaced by another of its name: its directory hears of that.
      const watcher = watch(directory, { persistent: false }, changed);
      return [watcher.on('error', () => watcher.close())];
    } catch {
      return [];
    }
  });

/** Reads certificate and key, and reads them again when they change. Throws StartRefused where they cannot serve. */
export const openCertificates = async (files: CertificateFiles, log: Log) => {
  const examineFirst = async () => {
    try {
      const pair = await readPair(files);
      return { pair, certificate: examine(pair) };
    } catch (error) {
      throw new StartRefused(`TLS_CERT and TLS_KEY cannot be used: ${reasonOf(error)}.`, { cause: error });
    }
  };
  let serving = await examineFirst();
  const servers: TlsServer[] = [];
  /** The last reported fault of a pair, so that it is reported once. */
  let lastReason = '';

  const look = async (): Promise<void> => {
    try {
      const pair = await readPair(files);
      if (pair.cert.equals(serving.pair.cert) && pair.key.equals(serving.pair.key)) return;
      serving = { pair, certificate: examine(pair) };
      for (const server of servers) server.setSecureContext(pair);
      lastReason = '';
      log.info({ validTo: serving.certificate.validToDate.toISOString() }, 'The new certificate is in use');
    } catch (error) {
      const reason = reasonOf(error);
      if (lastReason !== reason)
        log.error({ reason }, 'The new certificate cannot be used: the one before stays in use');
      lastReason = reason;
    }
  };
  let settling: NodeJS.Timeout | undefined;
  const changed = (): void => {
    clearTimeout(settling);
    settling = setTimeout(() => void look(), SETTLES_MS).unref();
  };
  const watchers = watchBoth(files, changed);
  const looking = setInterval(() => void look(), LOOKS_AGAIN_MS).unref();

  return {
    current: () => serving.pair,
    /** Milliseconds since 1970. */
    expiresAt: () => serving.certificate.validToDate.getTime(),
    /** Gives this server each later pair. Connections that are open keep the one they began with. */
    renewAt: (server: TlsServer) => void servers.push(server),
    stop() {
      clearTimeout(settling);
      clearInterval(looking);
      for (const watcher of watchers) watcher.close();
    },
  };
};
