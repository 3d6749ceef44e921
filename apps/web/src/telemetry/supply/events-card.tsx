import type { SupplyWeekAnswer } from '@nascente/contract/telemetry/supply';
import { civilDateAt } from '@nascente/domain/base/time/civil-day';
import { instant, SECOND_MS, type Zone } from '@nascente/domain/base/time/zone';
import {
  formatClockSeconds,
  formatNumber,
  formatPercent,
  formatShortDay,
} from '@nascente/domain/base/units/format';
import { Card } from '../../shared/ui/marks/card.tsx';
import { Tag } from '../../shared/ui/marks/tag.tsx';
import { EmptyState } from '../../shared/ui/page/empty-state.tsx';
import styles from './supply.module.css';
import { EVENT_NAMES } from './supply-words.ts';

type Event = SupplyWeekAnswer['events'][number];

const MINUTE_S = 60;

const lengthText = (seconds: number): string =>
  seconds < MINUTE_S ? `${formatNumber(seconds, 0)} s` : `${formatNumber(seconds / MINUTE_S, 0)} min`;

/** How long it was seen: one frame tells a moment, and nothing of how long it was. */
const seenText = ({ start, end, frames }: Event): string =>
  frames === 1
    ? 'visto em uma leitura'
    : `visto em ${frames} leituras, por ${lengthText((Date.parse(end) - Date.parse(start)) / SECOND_MS)}`;

const EventRow = ({ event, nominal, zone }: { event: Event; nominal: number; zone: Zone }) => {
  const at = instant(Date.parse(event.start));
  return (
    <li className={styles.event}>
      <div>
        <b>
          {EVENT_NAMES[event.kind]}, fase {event.phase}
        </b>
        <small>
          <time dateTime={event.start}>
            {formatShortDay(civilDateAt(at, zone))}, {formatClockSeconds(at, zone)}
          </time>
          , {seenText(event)}
        </small>
      </div>
      <Tag tone={event.kind === 'swell' ? 'bad' : 'warn'}>
        {formatNumber(event.volts, 1)} V, {formatPercent(event.volts / nominal)} da nominal
      </Tag>
    </li>
  );
};

/** Dips, swells and interruptions that frames saw. */
export const EventsCard = ({
  supply: { events, eventCount, nominal },
  zone,
}: {
  readonly supply: SupplyWeekAnswer;
  readonly zone: Zone;
}) => (
  <Card
    tour="supply-events"
    span={6}
    title="Afundamentos e elevações"
    terms={['afundamento']}
    {...(eventCount > 0 && {
      qualifier: eventCount === 1 ? '1 visto' : `${formatNumber(eventCount, 0)} vistos`,
    })}
  >
    {eventCount === 0 ? (
      <EmptyState icon="check">
        Nenhuma leitura saiu de 90% a 110% da tensão nominal. O que dura menos que o intervalo entre duas
        leituras não é visto.
      </EmptyState>
    ) : (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      <section className={styles.events} tabIndex={0} aria-label="Afundamentos, elevações e interrupções">
        <ul>
          {events.map((event) => (
            <EventRow key={`${event.start} ${event.phase} ${event.kind}`} {...{ event, nominal, zone }} />
          ))}
        </ul>
        {events.length < eventCount && <p>São mostrados os primeiros {events.length}.</p>}
      </section>
    )}
  </Card>
);
