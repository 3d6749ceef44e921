import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureLog } from '@nascente/message-log/message-log';
import { Registry } from 'prom-client';
import { afterAll, expect, test } from 'vitest';
import { measureReading } from './platform/database/connections/read-database.ts';
import { createTestCertificate } from './testing/test-certificate.ts';
import { startTestServer } from './testing/test-server.ts';

const directory = mkdtempSync(join(tmpdir(), 'nascente-operations-'));
afterAll(() => rmSync(directory, { recursive: true }));
const { cert, key } = createTestCertificate('localhost');
const [TLS_CERT, TLS_KEY] = [join(directory, 'cert.pem'), join(directory, 'key.pem')];
writeFileSync(TLS_CERT, cert);
writeFileSync(TLS_KEY, key);
const { url } = await startTestServer({ TLS_CERT, TLS_KEY, HTTPS_PORT: '0', MQTT_TLS_PORT: '0' });
const requested = async (): Promise<string> => (await fetch(`${url}/metrics`)).text();
// A first answer, so that the histogram of answers has samples.
await requested();
const ofLog = new Registry();
measureReading({ state: () => ({ lagSeconds: 0.2, isUsed: true }) }, ofLog);
measureLog({ held: async () => ({ entries: 1, bytes: 1 }) }, 10, ofLog);
const metrics = `${await requested()}${await ofLog.metrics()}`;

/** By the name of each metric: what Prometheus calls its samples, and its labels where it has samples now. */
const names = new Map(
  [...metrics.matchAll(/^# TYPE (\S+) (\w+)$/gm)].map(([, name = '', type]) => [name, type] as const),
);
const sampleNames = new Set(
  [...names].flatMap(([name, type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  ),
);
const labelsOf = (sample: string): ReadonlySet<string> =>
  new Set(
    [...metrics.matchAll(new RegExp(`^${sample}\\{(.*)\\} `, 'gm'))].flatMap(([, labels = '']) =>
      [...labels.matchAll(/(\w+)="/g)].map(([, label = '']) => label),
    ),
  );

const read = (name: string): string =>
  readFileSync(new URL(`../../../docs/operations/${name}`, import.meta.url), 'utf8');
const dashboard = JSON.parse(read('grafana-dashboard.json')) as {
  panels: { id: number; title: string; targets?: { expr: string }[] }[];
};
const ofDashboard = dashboard.panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr }) => [title, expr] as const),
);
const rules = read('alert-rules.yml')
  .split(/^ {6}- alert: /m)
  .slice(1);
const ofRules = rules.map(
  (rule) => [rule.split('\n')[0] ?? '', /^ {8}expr: (.+)$/m.exec(rule)?.[1] ?? ''] as const,
);

test.each([...ofDashboard, ...ofRules])('%s uses existing metrics and labels: %s', (_, expr) => {
  const used = [...expr.matchAll(/\b(nascente_\w+)(?:\{([^}]*)\})?/g)];
  expect(used.length + Number(expr.startsWith('up'))).toBeGreaterThan(0);
  for (const [, sample = '', selector = ''] of used) {
    expect(sampleNames).toContain(sample);
    const labels = labelsOf(sample);
    const asks = [...selector.matchAll(/(\w+)=/g)].map(([, label = '']) => label);
    for (const label of asks.filter((one) => one !== 'job'))
      if (labels.size > 0) expect([sample, ...labels]).toContain(label);
  }
});

test('each rule states its duration, severity and instructions', () => {
  expect(ofRules.length).toBeGreaterThan(10);
  for (const rule of rules)
    expect(rule).toMatch(
      /^\w+\n {8}expr: .+\n {8}for: \d+[mh]\n {8}labels:\n {10}severity: (page|ticket)\n {8}annotations:\n {10}summary: ".+"\n {10}description: ".+"\n+$/,
    );
});

test('the panels of the dashboard have unique numbers', () => {
  expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
});

test('exposes a metric for every question of an operator', () => {
  for (const sample of [
    'nascente_meters{state="installed"} 0',
    'nascente_part_ready{part="database"} 1',
    'nascente_days_open ',
    'nascente_database_connections{of="most"} ',
    'nascente_replicas{kind="synchronous"} 0',
    'nascente_acknowledged_disks ',
    'nascente_certificate_expires_timestamp_seconds ',
    'nascente_alerts_open{severity="urgent"} 0',
  ])
    expect(metrics).toContain(sample);
  expect(Number(/^nascente_database_bytes (\d+)/m.exec(metrics)?.[1])).toBeGreaterThan(1_000_000);
});
