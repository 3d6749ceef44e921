import { type InventoryBoardDetail, readInventoryBoard } from '@nascente/contract/telemetry/inventory';
import { civilDate } from '@nascente/domain/base/time/civil-day';
import { instant } from '@nascente/domain/base/time/zone';
import { formatDateTime, formatDay } from '@nascente/domain/base/units/format';
import { type Mac, normalizeMac } from '@nascente/domain/sites/boards/mac';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { queryFor } from '../../../shared/api/api-client.ts';
import { ApiFailure } from '../../../shared/api/api-failure.ts';
import { zoneOf } from '../../../shared/consumption/zone-of.ts';
import { countedText } from '../../../shared/counted-text.ts';
import { deviceDateTime } from '../../../shared/device-time.ts';
import { classNames } from '../../../shared/ui/class-names.ts';
import { Card } from '../../../shared/ui/marks/card.tsx';
import { TableHead } from '../../../shared/ui/marks/table-head.tsx';
import { Tag } from '../../../shared/ui/marks/tag.tsx';
import { TextLink } from '../../../shared/ui/marks/text-link.tsx';
import { Answer } from '../../../shared/ui/page/answer.tsx';
import { EmptyState } from '../../../shared/ui/page/empty-state.tsx';
import { Page } from '../../../shared/ui/page/page.tsx';
import { AdapterCard } from '../adapters/adapter-card.tsx';
import styles from '../board.module.css';
import { ForAdmins, traitsText } from '../inventory-frame.tsx';
import { BoardActs } from './board-acts.tsx';

type Refused = Pick<InventoryBoardDetail, 'refusals' | 'storedFrames'>;

const Counts = ({ refusals }: Pick<Refused, 'refusals'>) => (
  <div className={styles.scrolling}>
    <table className={classNames(styles.table, styles.refusals)} aria-label="Recusas por dia">
      <TableHead columns={['Dia', 'Motivo', 'Mensagens']} />
      <tbody>
        {refusals.map(({ day, reason, explanation, frames }) => (
          <tr key={`${day} ${reason}`}>
            <td>{formatDay(civilDate(day))}</td>
            <td>
              {explanation} <code>{reason}</code>
            </td>
            <td>{frames.toLocaleString('pt-BR')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

const Stored = ({ storedFrames }: Pick<Refused, 'storedFrames'>) => (
  <details className={styles.kept}>
    <summary>Conteúdo das últimas ({storedFrames.length})</summary>
    <ol>
      {storedFrames.map(({ id, receivedAt, reason, topic, text }) => (
        <li key={id} className={styles.frame}>
          <small>
            {deviceDateTime(receivedAt)} · {topic} · {reason}
          </small>
          <pre>{text === '' ? '(vazia)' : text}</pre>
        </li>
      ))}
    </ol>
  </details>
);

/** Rejected frames of the board, with reasons and samples. */
const RefusalsCard = ({ refusals, storedFrames }: Refused) => {
  const total = refusals.reduce((sum, { frames }) => sum + frames, 0);
  return (
    <Card
      tour="board-refusals"
      title="Mensagens recusadas"
      qualifier={total > 0 && `${countedText(total, 'mensagem', 'mensagens')} nos últimos 30 dias`}
    >
      {refusals.length === 0 ? (
        <EmptyState icon="check">Nada foi recusado nos últimos 30 dias.</EmptyState>
      ) : (
        <Counts refusals={refusals} />
      )}
      {storedFrames.length > 0 && <Stored storedFrames={storedFrames} />}
    </Card>
  );
};

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </>
);

const ConnectionFacts = ({ connection }: Pick<InventoryBoardDetail, 'connection'>) => {
  if (connection === null) return <Fact label="Conexão">Nunca conectou</Fact>;
  const { connectedAt, disconnectedAt, address, protocol, heldBackAt, bySharedCredential } = connection;
  return (
    <>
      <Fact label="Conexão">
        {disconnectedAt === null
          ? `Conectada desde ${deviceDateTime(connectedAt)}`
          : `Terminou em ${deviceDateTime(disconnectedAt)}`}
      </Fact>
      {disconnectedAt !== null && <Fact label="Tinha começado">{deviceDateTime(connectedAt)}</Fact>}
      <Fact label="Endereço">{address}</Fact>
      <Fact label="Protocolo">{protocol}</Fact>
      <Fact label="Entrou com">
        {bySharedCredential ? 'A credencial comum das placas (BOARD_CREDENTIALS)' : 'A própria chave'}
      </Fact>
      {heldBackAt !== null && (
        <Fact label="Limite de envio">
          Atingido pela última vez em {deviceDateTime(heldBackAt)}: as mensagens esperam a vez, nenhuma se
          perde
        </Fact>
      )}
    </>
  );
};

const BoardFacts = ({ board }: { board: InventoryBoardDetail }) => {
  const { installation, assignedTo, lastMessage, connection, createdAt } = board;
  return (
    <Card title="Situação" span={7} tour="board-facts">
      <dl className={styles.facts}>
        <Fact label="Tipo">{traitsText(board)}</Fact>
        <Fact label="Onde está">
          {installation === null ? 'Em estoque' : `${installation.establishmentName} · ${installation.name}`}
        </Fact>
        {assignedTo !== null && (
          <Fact label="Atribuída a">
            {assignedTo.name} <small>{assignedTo.email}</small>
          </Fact>
        )}
        {installation !== null && (
          <Fact label="Dono">
            {installation.owner.name} <small>{installation.owner.email}</small>
          </Fact>
        )}
        <Fact label="Última mensagem">
          {lastMessage === null ? 'Nenhuma até agora' : deviceDateTime(lastMessage)}
        </Fact>
        <ConnectionFacts connection={connection} />
        <Fact label="No inventário desde">{deviceDateTime(createdAt)}</Fact>
      </dl>
    </Card>
  );
};

/** In the zone of the board's place at the time. */
const momentText = (iso: string, zone: string): string =>
  formatDateTime(instant(Date.parse(iso)), zoneOf({ zone }));

const InstallationsCard = ({ installations }: Pick<InventoryBoardDetail, 'installations'>) => (
  <Card title="Instalações" tour="board-installations">
    {installations.length === 0 ? (
      <EmptyState icon="history">Esta placa ainda não foi instalada.</EmptyState>
    ) : (
      <ol className={styles.entries} aria-label="Instalações">
        {installations.map(({ id, name, establishmentName, zone, owner, installedAt, removedAt }) => (
          <li key={id}>
            <span>
              <b>
                {establishmentName} · {name}
              </b>
              <small>
                {owner.name} · {owner.email}
              </small>
            </span>
            <small>
              {momentText(installedAt, zone)}{' '}
              {removedAt === null ? 'até agora' : `até ${momentText(removedAt, zone)}`}
            </small>
          </li>
        ))}
      </ol>
    )}
  </Card>
);

const REFRESHED_MS = 15_000;

/** Updates repeat while it lasts, and are written every 10 s. */
const HELD_BACK_FOR_MS = 30_000;

const isHeldBack = (heldBackAt: string | null | undefined, now: number): boolean =>
  typeof heldBackAt === 'string' && now - Date.parse(heldBackAt) < HELD_BACK_FOR_MS;

const StateTags = ({ board: { installation, silent, connection } }: { board: InventoryBoardDetail }) => (
  <>
    <Tag tone={silent ? 'warn' : 'neutral'}>
      {installation === null ? 'Em estoque' : silent ? 'Sem mensagem' : 'Instalada'}
    </Tag>
    {connection !== null && connection.disconnectedAt === null && (
      <Tag tone="good" dot>
        Conectada
      </Tag>
    )}
    {isHeldBack(connection?.heldBackAt, Date.now()) && <Tag tone="warn">Acima do limite de envio</Tag>}
  </>
);

const Unknown = () => (
  <Page title="Placa não encontrada">
    <Card>
      <EmptyState icon="chip" action={<TextLink to="/boards">Ver inventário</TextLink>}>
        Esta placa não está no inventário.
      </EmptyState>
    </Card>
  </Page>
);

const Existing = ({ mac }: { mac: Mac }) => {
  const query = useQuery({
    ...queryFor(readInventoryBoard, { params: { mac } }),
    refetchInterval: REFRESHED_MS,
  });
  const { data, error } = query;
  if (error instanceof ApiFailure && error.type === 'not-found') return <Unknown />;
  const board = data?.board;
  return (
    <Page
      title={mac}
      tags={board && <StateTags board={board} />}
      action={<TextLink to="/boards">Ver inventário</TextLink>}
    >
      {board === undefined ? (
        <Card>
          <Answer query={query} rows={5} />
        </Card>
      ) : (
        <>
          <BoardFacts board={board} />
          <BoardActs board={board} />
          <AdapterCard board={board} />
          <RefusalsCard refusals={board.refusals} storedFrames={board.storedFrames} />
          <InstallationsCard installations={board.installations} />
        </>
      )}
    </Page>
  );
};

export const InventoryBoardPage = () => {
  const mac = normalizeMac(useParams().mac ?? '');
  return <ForAdmins>{mac === null ? <Unknown /> : <Existing key={mac} mac={mac} />}</ForAdmins>;
};
