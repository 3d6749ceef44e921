import type { Instant, Zone } from '@nascente/domain/base/time/zone';
import { formatNumber } from '@nascente/domain/base/units/format';
import { type SignalLevel, signalLevel } from '@nascente/domain/telemetry/quality/signal';
import { type Connection, connectionText } from '../../../shared/live/connection.ts';
import { Tag, type Tone } from '../../../shared/ui/marks/tag.tsx';
import classes from './connection-tags.module.css';

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
