import { randomBytes } from 'node:crypto';
import { type Instant, instant } from '@nascente/domain/base/time/zone';
import { type Mac, normalizeMac } from '@nascente/domain/sites/boards/mac';
import { createLog } from '@nascente/runtime/log';
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt';
import { Registry } from 'prom-client';
import { onTestFinished } from 'vitest';
import { startTelemetry, type Telemetry, type TelemetryConfig } from '../../compose-telemetry.ts';
import { createAuditTrail } from '../../people/audit/index.ts';
import type { Database } from '../../platform/database/open-database.ts';
import type { BrokerLimits } from '../../platform/mqtt/broker-hooks.ts';
import { type CertificateFiles, openCertificates } from '../../platform/tls/certificates.ts';
import { hashDeviceKey } from '../../sites/board-claims/index.ts';
import { createMetersFeature } from '../../sites/meters/index.ts';
import { atEndOfFile } from '../end-of-file.ts';
import { createTestDatabase } from '../test-database.ts';

export { triLine } from './tri-line.ts';

export interface TestBoard {
  readonly mac: Mac;
  readonly key: string;
  readonly installationId: number;
}

export type BoardKindName = 'tri' | 'mono' | 'water';

const CONFIG: TelemetryConfig = {
  host: '127.0.0.1',
  mqttPort: 0,
  mqttTlsPort: 0,
  mqttWsPort: 0,
  retentionDays: 400,
  boardCredentials: { user: 'fleet', password: 'fleet-password' },
  publicUrl: null,
  trustProxy: false,
  boardRate: { messagesPerSecond: 1_000, bytesPerSecond: 1_000_000, burstSeconds: 1_000 },
};

/** The way of a reading on ports and a database of its own, stopped when the file is done; with a database given, when the test is. */
export const startTestTelemetry = async (
  needs: {
    database?: Database;
    clock?: () => Instant;
    config?: Partial<TelemetryConfig>;
    tls?: CertificateFiles;
    brokerLimits?: Partial<BrokerLimits>;
  } = {},
) => {
  const database = needs.database ?? (await createTestDatabase());
  const clock = needs.clock ?? (() => instant(Date.now()));
  const meters = createMetersFeature({
    database,
    audit: createAuditTrail({ db: database.db, clock }),
    clock,
    claimCodes: true,
  });
  const registry = new Registry();
  const log = createLog('silent');
  const certificates = needs.tls === undefined ? null : await openCertificates(needs.tls, log);
  const telemetry = await startTelemetry({
    certificates,
    config: { ...CONFIG, ...needs.config },
    database,
    visibility: meters.directory,
    clock,
    log,
    registry,
    ...(needs.brokerLimits && { brokerLimits: needs.brokerLimits }),
  });
  const atEnd = needs.database === undefined ? atEndOfFile : onTestFinished;
  atEnd(async () => {
    certificates?.stop();
    await telemetry.stop();
  });
  return {
    ...telemetry,
    database,
    directory: meters.directory,
    registry,
    fleet: createFleet(database, telemetry),
  };
};

/** Puts accounts, boards and installations into a database. */
export const createFleet = (database: Database, telemetry?: Pick<Telemetry, 'ingest'>) => {
  const { pool } = database;
  let number = 0;

  const account = async (profile = 'user'): Promise<string> => {
    const { rows } = await pool.query<{ id: string }>(
      `insert into account (email, password_hash, first_name, profile) values ($1, '', 'Test', $2) returning id`,
      [`test-${++number}@nascente.test`, profile],
    );
    return rows[0]?.id ?? '';
  };

  const establishment = async (ownerId: string): Promise<string> => {
    const { rows } = await pool.query<{ id: string }>(
      `insert into establishment (owner_id, name) values ($1, 'Test') returning id`,
      [ownerId],
    );
    return rows[0]?.id ?? '';
  };

  const provision = async (kind: BoardKindName = 'tri') => {
    const key = randomBytes(20).toString('hex');
    const pair = (++number).toString(16).padStart(4, '0').toUpperCase();
    const mac = normalizeMac(`A4:CF:12:0A:${pair.slice(0, 2)}:${pair.slice(2)}`);
    if (mac === null) throw new Error('not a MAC');
    await pool.query(
      `insert into board (mac, type, model, equipment, key_hash) values ($1, $2, $3, 'emd3p', $4)`,
      [mac, kind === 'water' ? 'water' : 'eletric', kind === 'water' ? 'mono' : kind, hashDeviceKey(key)],
    );
    await telemetry?.ingest.boardChanged(mac);
    return { mac, key };
  };

  const install = async (
    mac: Mac,
    ownerId: string,
    from: Date,
    until: Date | null = null,
  ): Promise<number> => {
    const { rows } = await pool.query<{ id: number }>(
      `insert into installation (establishment_id, mac, name, installed_at, removed_at)
       values ($1, $2, 'Test', $3, $4) returning id`,
      [await establishment(ownerId), mac, from, until],
    );
    await telemetry?.ingest.boardChanged(mac);
    return rows[0]?.id ?? 0;
  };

  /** A board of somebody's, installed two years before `at`. */
  const board = async (kind: BoardKindName = 'tri', ownerId?: string): Promise<TestBoard> => {
    const { mac, key } = await provision(kind);
    const from = new Date(Date.now() - 2 * 365 * 86_400_000);
    return { mac, key, installationId: await install(mac, ownerId ?? (await account()), from) };
  };
  return { account, establishment, provision, install, board };
};

/** A client that is connected; ended when the test is done. */
export const connectMqtt = async (port: number | null, options: IClientOptions): Promise<MqttClient> => {
  const client = await mqtt.connectAsync(
    `${options.protocol ?? 'mqtt'}://127.0.0.1:${port}`,
    { reconnectPeriod: 0, ...options },
    false,
  );
  client.on('error', () => undefined);
  onTestFinished(() => void client.end(true));
  return client;
};

export const connectBoard = (
  port: number | null,
  board: Pick<TestBoard, 'mac' | 'key'>,
  options: IClientOptions = {},
) => connectMqtt(port, { clientId: board.mac, username: board.mac, password: board.key, ...options });
