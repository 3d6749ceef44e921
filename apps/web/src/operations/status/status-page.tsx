import type { AnswerOf } from '@nascente/contract/base/call';
import { readStatus, type ServerPart } from '@nascente/contract/operations/status';
import { instant } from '@nascente/domain/base/time/zone';
import { formatClockSeconds, formatDay, formatNumber } from '@nascente/domain/base/units/format';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '../../shared/api/api-client.ts';
import { deviceZone } from '../../shared/consumption/zone-of.ts';
import { useMay } from '../../shared/session-state/use-may.ts';
import { Card } from '../../shared/ui/marks/card.tsx';
import { Stat, StatList } from '../../shared/ui/marks/stat-list.tsx';
import { Tag } from '../../shared/ui/marks/tag.tsx';
import { Answer } from '../../shared/ui/page/answer.tsx';
import { EmptyState } from '../../shared/ui/page/empty-state.tsx';
import { NoAccess } from '../../shared/ui/page/no-access.tsx';
import { Page } from '../../shared/ui/page/page.tsx';
import styles from './status.module.css';

const PARTS: Readonly<Record<ServerPart, { readonly name: string; readonly whenDown: string }>> = {
  database: { name: 'Banco de dados', whenDown: 'Nada pode ser lido nem gravado.' },
  broker: { name: 'Recepção das placas (MQTT)', whenDown: 'As placas não conseguem se conectar.' },
  log: { name: 'Fila das leituras', whenDown: 'As placas esperam e enviam de novo: nada se perde.' },
  lag: { name: 'Gravação das leituras', whenDown: 'As placas esperam e enviam de novo: nada se perde.' },
};

/** Names of scheduled jobs; other jobs keep the log's name. */
const WORK: Readonly<Record<string, string>> = {
  mail: 'E-mails',
  'close-days': 'Fechamento dos dias',
  'due-reports': 'Relatórios do período',
  'changed-reports': 'Relatórios que mudaram',
  'stalled-reports': 'Relatórios interrompidos',
  'alert-digests': 'Resumos de avisos',
  'watch-alerts': 'Avisos: a cada minuto',
  'watch-quarters': 'Avisos: quarto de hora',
  'watch-days': 'Avisos: dias',
  'watch-money': 'Avisos: faturas',
  'watch-leaks': 'Avisos: vazamentos',
  'hear-changes': 'Mudanças nos cadastros',
  'forget-attempts': 'Limpeza de tentativas de acesso',
  'forget-alert-deliveries': 'Limpeza de avisos entregues',
  'forget-uploads': 'Limpeza de arquivos enviados',
  'api-key-expiry': 'Avisos de chaves que vencem',
  'audit-chain': 'Cadeia da auditoria',
  'audit-retention': 'Limpeza da auditoria',
  'images-unused': 'Limpeza de imagens',
};

const workName = (queue: string): string => WORK[queue] ?? queue;

const STATES = {
  active: 'em andamento',
  created: 'na fila',
  retry: 'será tentado de novo',
  failed: 'falhou',
} as const;

/** Number of disks that acknowledge a write. */
const ACKNOWLEDGED = { 0: 'nenhum disco', 1: 'um disco', 2: 'dois discos' } as const;

const MEGA = 1_000_000;

/** '820 MB', '1,6 GB', decimal. */
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

type Status = AnswerOf<typeof readStatus>;

const LOOKS_AGAIN_MS = 15_000;
const LATE_SECONDS = 900;
const MANY_DAYS = 5;
const LITTLE_TIME_MS = 10 * 86_400_000;
const FULL = 0.9;
const SLOW_SECONDS = 0.5;

const countText = (count: number): string => formatNumber(count, 0);
const dayOf = (iso: string) => formatDay(iso.slice(0, 10) as Parameters<typeof formatDay>[0]);

const Parts = ({ status }: { status: Status }) => (
  <Card
    title="Partes do servidor"
    qualifier={`às ${formatClockSeconds(instant(Date.parse(status.at)), deviceZone())}`}
    tour="status-parts"
    span={6}
  >
    <ul className={styles.rows}>
      {status.parts.map(({ part, ready }) => (
        <li key={part}>
          <span>
            {PARTS[part].name}
            {!ready && <small>{PARTS[part].whenDown}</small>}
          </span>
          <Tag tone={ready ? 'good' : 'bad'} dot>
            {ready ? 'funcionando' : 'parado'}
          </Tag>
        </li>
      ))}
    </ul>
  </Card>
);

const Readings = ({ status: { meters, openDays, openAlerts, process } }: { status: Status }) => (
  <Card title="Medidores" span={6}>
    <StatList>
      <Stat label="Enviaram nos últimos 15 min" qualifier={`de ${countText(meters.installed)}`}>
        {countText(meters.received)}
      </Stat>
      <Stat label="Da chegada à gravação">{formatSpan(process.storeLagSeconds)}</Stat>
      <Stat
        label="Dias ainda abertos"
        tone={openDays.count > MANY_DAYS ? 'warn' : undefined}
        qualifier={openDays.oldest === null ? undefined : `desde ${dayOf(openDays.oldest)}`}
      >
        {countText(openDays.count)}
      </Stat>
      <Stat
        label="Avisos abertos de clientes"
        qualifier={openAlerts.urgent > 0 ? `${countText(openAlerts.urgent)} urgentes` : undefined}
      >
        {countText(openAlerts.urgent + openAlerts.serious + openAlerts.notable)}
      </Stat>
    </StatList>
  </Card>
);

const behindOf = (behindBytes: number | null): string =>
  behindBytes === null ? 'atraso desconhecido' : `${formatBytes(behindBytes)} de atraso`;

const replicaAge = ({ lagSeconds, isUsed }: NonNullable<Status['readReplica']>): string => {
  if (lagSeconds === null) return 'fora do ar';
  return isUsed ? `até ${formatSpan(lagSeconds)}` : formatSpan(lagSeconds);
};

const DatabaseCard = ({ status: { database, readReplica } }: { status: Status }) => {
  const { open, max } = database.connections;
  return (
    <Card title="Banco de dados" span={6}>
      <StatList>
        <Stat label="Tamanho no disco">{formatBytes(database.bytes)}</Stat>
        <Stat
          label="Conexões abertas"
          qualifier={`de ${countText(max)}`}
          tone={open > FULL * max ? 'bad' : undefined}
        >
          {countText(open)}
        </Stat>
        <Stat label="Leituras gravadas em" tone={database.acknowledgedDisks === 0 ? 'bad' : undefined}>
          {ACKNOWLEDGED[database.acknowledgedDisks]}
        </Stat>
        <Stat label="Cópias em outras máquinas">
          {database.replicas.length === 0 ? 'nenhuma' : countText(database.replicas.length)}
        </Stat>
        {readReplica !== null && (
          <Stat
            label="Atraso da cópia para relatórios"
            tone={readReplica.isUsed ? undefined : 'warn'}
            qualifier={readReplica.isUsed ? undefined : 'lê-se do banco principal'}
          >
            {replicaAge(readReplica)}
          </Stat>
        )}
      </StatList>
      {database.replicas.length > 0 && (
        <ul className={styles.rows}>
          {database.replicas.map(({ name, isSynchronous, behindBytes }) => (
            <li key={name}>
              <span>
                {name}
                <small>
                  {isSynchronous ? 'espera-se por ela a cada gravação' : 'segue com algum atraso'}
                </small>
              </span>
              <span>{behindOf(behindBytes)}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
};

const certificateTone = (endsAt: string, at: string) =>
  Date.parse(endsAt) - Date.parse(at) < LITTLE_TIME_MS ? 'bad' : undefined;

const ProcessCard = ({ status: { process, certificateEndsAt, at } }: { status: Status }) => (
  <Card title="Este processo" span={6}>
    <StatList>
      <Stat label="No ar há">{formatSpan(process.upSeconds)}</Stat>
      <Stat label="Memória em uso">{formatBytes(process.memoryBytes)}</Stat>
      <Stat
        label="Espera para atender"
        tone={process.eventLoopLagSeconds > SLOW_SECONDS ? 'warn' : undefined}
      >
        {countText(process.eventLoopLagSeconds * 1_000)} ms
      </Stat>
      {certificateEndsAt !== null && (
        <Stat label="Certificado HTTPS até" tone={certificateTone(certificateEndsAt, at)}>
          {dayOf(certificateEndsAt)}
        </Stat>
      )}
    </StatList>
  </Card>
);

const WorkCard = ({ status: { work } }: { status: Status }) => (
  <Card
    title="Tarefas"
    qualifier={
      work.waitsSeconds < 1 ? 'nenhuma atrasada' : `a mais antiga espera há ${formatSpan(work.waitsSeconds)}`
    }
    tour="status-work"
  >
    {work.waitsSeconds > LATE_SECONDS && (
      <p className={styles.late}>
        Há tarefas esperando demais: veja se um processo com o papel <code>jobs</code> está no ar.
      </p>
    )}
    {work.queues.length === 0 && <EmptyState icon="check">Nenhuma tarefa na fila.</EmptyState>}
    <ul className={styles.rows}>
      {work.queues.map(({ queue, state, count }) => (
        <li key={`${queue} ${state}`}>
          <span>{workName(queue)}</span>
          <Tag tone={state === 'failed' ? 'bad' : 'neutral'}>
            {countText(count)} {STATES[state]}
          </Tag>
        </li>
      ))}
    </ul>
  </Card>
);

const Facts = ({ status }: { status: Status }) => (
  <>
    <Parts status={status} />
    <Readings status={status} />
    <DatabaseCard status={status} />
    <ProcessCard status={status} />
    <WorkCard status={status} />
  </>
);

export const StatusPage = () => {
  const isAllowed = useMay('see-status');
  const status = useQuery({
    ...queryFor(readStatus, {}),
    enabled: isAllowed,
    staleTime: 0,
    refetchInterval: LOOKS_AGAIN_MS,
  });
  if (!isAllowed) return <NoAccess />;
  return (
    <Page title="Servidor">
      {(status.isPending || status.isError) && (
        <Card>
          <Answer query={status} rows={6} />
        </Card>
      )}
      {status.data && <Facts status={status.data} />}
    </Page>
  );
};
