import type { Board } from '@nascente/contract/sites/meters';
import type { Connecting } from '@nascente/contract/telemetry/connecting';
import { civilDateAt } from '@nascente/domain/base/time/civil-day';
import { instant } from '@nascente/domain/base/time/zone';
import { formatClock, formatShortDay } from '@nascente/domain/base/units/format';
import { zoneOf } from '../../../shared/consumption/zone-of.ts';
import { Card } from '../../../shared/ui/marks/card.tsx';
import { StatusDot } from '../../../shared/ui/marks/tag.tsx';
import { TextLink } from '../../../shared/ui/marks/text-link.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { Loading, SkeletonBlock } from '../../../shared/ui/page/skeleton.tsx';
import classes from './connect-card.module.css';

const RESTING_HEIGHT = 260;

interface ConnectCardProps {
  readonly board: Board;
  readonly connecting: Connecting | undefined;
}

interface RefusalProps {
  readonly board: Board;
  readonly refusal: Connecting['lastRefusal'];
}

const Refusal = ({ board, refusal }: RefusalProps) => {
  if (refusal === null) return null;
  const at = instant(Date.parse(refusal.at));
  const zone = zoneOf(board);
  const title = `Mensagem recusada em ${formatShortDay(civilDateAt(at, zone))}, ${formatClock(at, zone)}.`;
  return (
    <Notice tone="warn" title={title}>
      {refusal.explanation}
    </Notice>
  );
};

const Facts = ({ board, connecting }: { readonly board: Board; readonly connecting: Connecting }) => {
  const { ports, topic } = connecting;
  const facts = [
    ['Servidor (host)', window.location.hostname],
    ['Porta', ports.tls === null ? String(ports.plain) : `${ports.tls} (com TLS) ou ${ports.plain}`],
    ['Versão', 'MQTT 3.1.1 ou 3.1'],
    ['Tópico', topic],
    ['Usuário', board.macAddress],
    ['Senha', 'a chave da placa, entregue com ela'],
  ] as const;
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
};

export const ConnectCard = ({ board, connecting }: ConnectCardProps) => (
  <Card title="Conecte a placa" action={<TextLink to="/help#placa">Ajuda</TextLink>}>
    {connecting === undefined ? (
      <Loading>
        <SkeletonBlock height={RESTING_HEIGHT} />
      </Loading>
    ) : (
      <div className={classes.connect}>
        <p className={classes.waiting} role="status">
          <StatusDot tone="warn" /> Esperando a primeira mensagem. Esta página muda sozinha quando ela chegar.
        </p>
        <p>Ligue a placa, conecte-a à internet e configure nela o envio por MQTT:</p>
        <Facts board={board} connecting={connecting} />
        <p className={classes.hint}>
          Perdeu a chave da placa? Peça outra a quem a forneceu: ela não fica guardada em texto.
        </p>
        <Refusal board={board} refusal={connecting.lastRefusal} />
      </div>
    )}
  </Card>
);
