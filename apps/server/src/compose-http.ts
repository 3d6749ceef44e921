import type { AddressInfo, Server } from 'node:net';
import type { Log } from '@nascente/runtime/log';
import { listenOrRefuse } from '@nascente/runtime/start-refused';
import { Gauge, type Registry } from 'prom-client';
import type { Telemetry } from './compose-telemetry.ts';
import type { Config } from './config.ts';
import type { Closers } from './platform/closers.ts';
import { createHttpApp, type HttpApp } from './platform/http/app.ts';
import type { SessionVerifier } from './platform/http/caller.ts';
import { createHttpsServer } from './platform/http/connections/https-server.ts';
import type { EditGuard } from './platform/http/edit-guard.ts';
import type { ReadinessCheck } from './platform/http/operations.ts';
import { createBoundedRequest } from './platform/outbound/bounded-request.ts';
import { type Certificates, openCertificates } from './platform/tls/certificates.ts';
import { createSpanRecorder, type RecordSpan } from './platform/traces/record-spans.ts';

const listen = async ({ fastify }: HttpApp, config: Config): Promise<number> => {
  const { host, port } = config;
  await listenOrRefuse({ variable: 'PORT', port }, () => fastify.listen({ host, port }));
  return (fastify.server.address() as AddressInfo).port;
};

/** Serves HTTP and HTTPS. A process without the role `api` serves operators only. @returns the ports */
export const serveHttp = async (needs: {
  config: Config;
  log: Log;
  registry: Registry;
  verifier: SessionVerifier;
  edits: EditGuard;
  features: readonly { readonly register: (app: HttpApp) => void }[];
  checks: readonly ReadinessCheck[];
  certificates: Certificates | null;
  telemetry: Telemetry;
  recordSpan: RecordSpan | undefined;
  closers: Closers;
}): Promise<{ http: number; https: number | null }> => {
  const { config, log, registry, telemetry, closers } = needs;
  const isApi = config.roles.has('api');
  const certificates = isApi ? needs.certificates : null;
  const app = await createHttpApp({
    config: {
      ...config,
      webRoot: isApi ? config.webRoot : null,
      httpsPort: certificates === null ? null : config.httpsPort,
    },
    log,
    sessions: needs.verifier,
    registry,
    checks: needs.checks,
    edits: needs.edits,
    ...(needs.recordSpan === undefined ? {} : { record: needs.recordSpan }),
  });
  if (isApi) for (const feature of needs.features) feature.register(app);
  const secure =
    certificates === null ? null : createHttpsServer(app.fastify, certificates, log, { gate: app.gate });
  if (secure !== null) app.unknownCallers.watch(secure.server);
  // Without a proxy, the plain port only redirects to TLS. WebSockets cannot be redirected, so feeds are attached to TLS alone.
  const feedClosers: (() => void)[] = [];
  const serveFeeds = (server: Server): void => {
    app.unknownCallers.leaveWebSocketsTo(server);
    feedClosers.push(telemetry.attach(server));
  };
  if (isApi && (secure === null || config.trustProxy)) serveFeeds(app.fastify.server);
  if (secure !== null) serveFeeds(secure.server);
  closers.add('http', async () => {
    for (const end of feedClosers) end();
    await app.fastify.close();
  });
  const http = await listen(app, config);
  return { http, https: (await secure?.listen(config.host, config.httpsPort)) ?? null };
};

export const openConfiguredCertificates = async (
  { tls }: Config,
  registry: Registry,
  log: Log,
  closers: Closers,
): Promise<Certificates | null> => {
  if (tls === null) return null;
  const certificates = await openCertificates(tls, log);
  closers.add('certificates', async () => certificates.stop());
  new Gauge({
    name: 'nascente_certificate_expires_timestamp_seconds',
    help: 'Until when the certificate of TLS_CERT is valid.',
    registers: [registry],
    collect() {
      this.set(certificates.expiresAt() / 1_000);
    },
  });
  return certificates;
};

/** The collector of traces may have a private address. */
export const openSpanRecorder = ({ traces }: Config, log: Log, closers: Closers): RecordSpan | undefined => {
  if (traces === null) return undefined;
  const sendRequest = createBoundedRequest({ allowsPrivate: true });
  const recorder = createSpanRecorder({ ...traces, sendRequest, log });
  closers.add('traces', recorder.stop);
  return recorder.record;
};
