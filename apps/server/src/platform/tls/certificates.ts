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

/** The certificate in use, renewed from its files. */
export type Certificates = Awaited<ReturnType<typeof openCertificates>>;

/** Waiting time after a change, because certificate and key are replaced one after the other. */
const SETTLES_MS = 500;
/** Interval of checking the files, because some file systems send no events and a symbolic link changes without one. */
const LOOKS_AGAIN_MS = 60_000;

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Throws an error if certificate and key cannot be used together. */
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
      // Watches the directory, because a file is often replaced by another one with the same name.
      const watcher = watch(directory, { persistent: false }, changed);
      return [watcher.on('error', () => watcher.close())];
    } catch {
      return [];
    }
  });

/** Reads certificate and key, and reads them again when they change. Throws StartRefused if they are invalid at the start. */
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
  /** The last logged error, so that it is logged once. */
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
    /** End of the certificate's validity, epoch milliseconds. */
    expiresAt: () => serving.certificate.validToDate.getTime(),
    /** Applies each renewed certificate to a server. Open connections keep the one with which they started. */
    renewAt: (server: TlsServer) => void servers.push(server),
    stop() {
      clearTimeout(settling);
      clearInterval(looking);
      for (const watcher of watchers) watcher.close();
    },
  };
};
