import type { InventoryBoardDetail } from '@nascente/contract/telemetry/inventory';
import type { ReactNode } from 'react';
import { deviceDateTime } from '../../../shared/device-time.ts';
import { Card } from '../../../shared/ui/marks/card.tsx';
import styles from '../board.module.css';
import { traitsText } from '../board-words.ts';

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

export const BoardFacts = ({ board }: { board: InventoryBoardDetail }) => {
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
