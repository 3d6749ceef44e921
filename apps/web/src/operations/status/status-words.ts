import type { ServerPart } from '@nascente/contract/operations/status';
import { formatNumber } from '@nascente/domain/base/units/format';

export const PARTS: Readonly<Record<ServerPart, { readonly name: string; readonly whenDown: string }>> = {
  database: { name: 'Banco de dados', whenDown: 'Nada pode ser lido nem gravado.' },
  broker: { name: 'Recepção das placas (MQTT)', whenDown: 'As placas não conseguem se conectar.' },
  log: { name: 'Fila das leituras', whenDown: 'As placas esperam e enviam de novo: nada se perde.' },
  lag: { name: 'Gravação das leituras', whenDown: 'As placas esperam e enviam de novo: nada se perde.' },
};

/** Names of the work that runs by the clock; other work keeps the name that the server's log gives it. */
const WORK: Readonly<Record<string, string>> = {
  mail: 'E-mails',
  'close-days': 'Fechamento dos dias',
  'due-reports': 'Relatórios do período',
  'changed-reports': 'Relatórios que mudaram',
  'stalled-reports': 'Relatórios interrompidos',
  'alert-digests': 'Resumos de alertas',
  'watch-alerts': 'Alertas: a cada minuto',
  'watch-quarters': 'Alertas: quarto de hora',
  'watch-days': 'Alertas: dias',
  'watch-money': 'Alertas: contas',
  'watch-leaks': 'Alertas: vazamentos',
  'hear-changes': 'Mudanças nos cadastros',
  'forget-attempts': 'Limpeza de tentativas de acesso',
  'forget-alert-deliveries': 'Limpeza de avisos entregues',
  'forget-uploads': 'Limpeza de arquivos enviados',
  'api-key-expiry': 'Avisos de chaves que vencem',
  'audit-chain': 'Cadeia da auditoria',
  'audit-retention': 'Limpeza da auditoria',
  'images-unused': 'Limpeza de imagens',
};

export const workName = (queue: string): string => WORK[queue] ?? queue;

export const STATES = {
  active: 'em andamento',
  created: 'na fila',
  retry: 'será tentado de novo',
  failed: 'falhou',
} as const;

/** By on how many disks. */
export const ACKNOWLEDGED = { 0: 'nenhum disco', 1: 'um disco', 2: 'dois discos' } as const;

const MEGA = 1_000_000;

/** '820 MB', '1,6 GB', in thousands as disks are sold. */
export const formatBytes = (bytes: number): string =>
  bytes < 1_000 * MEGA
    ? `${formatNumber(bytes / MEGA, 0)} MB`
    : `${formatNumber(bytes / (1_000 * MEGA), 1)} GB`;

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const unitOf = (seconds: number): readonly [size: number, name: string] => {
  if (seconds < MINUTE) return [1, 's'];
  if (seconds < HOUR) return [MINUTE, 'min'];
  if (seconds < 2 * DAY) return [HOUR, 'h'];
  return [DAY, 'dias'];
};

/** '0,3 s', '12 min', '5 h', '40 dias'. */
export const formatSpan = (seconds: number): string => {
  const [size, name] = unitOf(seconds);
  return `${formatNumber(seconds / size, seconds < 10 ? 1 : 0)} ${name}`;
};
