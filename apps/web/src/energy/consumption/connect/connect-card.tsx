import type { Board } from '@nascente/contract/sites/meters';
import type { Connecting } from '@nascente/contract/telemetry/connecting';
import { civilDateAt } from '@nascente/domain/base/time/civil-day';
import { type Instant, instant, type Zone } from '@nascente/domain/base/time/zone';
import { formatClock, formatNumber, formatShortDay } from '@nascente/domain/base/units/format';
import { type SignalLevel, signalLevel } from '@nascente/domain/telemetry/quality/signal';
import { zoneOf } from '../../../shared/consumption/zone-of.ts';
import { type Connection, connectionText } from '../../../shared/live/connection.ts';
import { Card } from '../../../shared/ui/marks/card.tsx';
import { StatusDot, Tag, type Tone } from '../../../shared/ui/marks/tag.tsx';
import { TextLink } from '../../../shared/ui/marks/text-link.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { Loading, SkeletonBlock } from '../../../shared/ui/page/skeleton.tsx';
import classes from './connect-card.module.css';

const TONE: Record<Connection['kind'], Tone> = {
  connecting: 'neutral',
  waiting: 'neutral',
  live: 'good',
  silent: 'warn',
  disconnected: 'bad',
};

const SIGNAL: Record<SignalLevel, { bars: number; text: string }> = {
  best: { bars: 4, text: 'Sinal ótimo' },
  good: { bars: 3, text: 'Sinal bom' },
  weak: { bars: 2, text: 'Sinal fraco' },
  worst: { bars: 1, text: 'Sinal muito fraco' },
};

const BARS = [1, 2, 3, 4] as const;

/** Four bars; the text beside them says the same. */
const SignalIcon = ({ bars }: { readonly bars: number }) => (
  <svg width="14" height="12" viewBox="0 0 14 12" aria-hidden="true">
    {BARS.map((bar) => (
      <rect
        key={bar}
        x={(bar - 1) * 3.6}
        y={12 - bar * 3}
        width="2.4"
        height={bar * 3}
        rx="0.8"
        fill="currentColor"
        opacity={bar <= bars ? 1 : 0.25}
      />
    ))}
  </svg>
);

interface ConnectionTagsProps {
  readonly connection: Connection;
  /** dBm of the newest message. */
  readonly rssi: number | null;
  readonly now: Instant;
  readonly zone: Zone;
}

/** Whether the meter is connected, and its signal strength. */
export const ConnectionTags = ({ connection, rssi, now, zone }: ConnectionTagsProps) => {
  // A silent meter shows none: the value would be that of an older message.
  const signal = rssi === null || connection.kind !== 'live' ? null : SIGNAL[signalLevel(rssi)];
  return (
    <>
      <Tag tone={TONE[connection.kind]} dot>
        <span className={classes.state}>{connectionText(connection, now, zone)}</span>
      </Tag>
      <span className="visually-hidden" role="status">
        {connection.kind === 'live' ? 'Ao vivo' : connectionText(connection, now, zone)}
      </span>
      {signal !== null && rssi !== null && (
        <Tag>
          <SignalIcon bars={signal.bars} />
          {signal.text} · {formatNumber(rssi, 0)} dBm
        </Tag>
      )}
    </>
  );
};

const Refusal = ({ board, refusal }: { board: Board; refusal: Connecting['lastRefusal'] }) => {
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

export const ConnectCard = ({ board, connecting }: { board: Board; connecting: Connecting | undefined }) => (
  <Card title="Conecte a placa" action={<TextLink to="/help#placa">Ajuda</TextLink>}>
    {connecting === undefined ? (
      <Loading>
        <SkeletonBlock height={260} />
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
