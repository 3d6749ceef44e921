import type { ContinuityAnswer, OutageAnswer } from '@nascente/contract/telemetry/continuity';
import { civilDateAt } from '@nascente/domain/base/time/civil-day';
import { instant, MINUTE_MS, type Zone } from '@nascente/domain/base/time/zone';
import { formatClock, formatNumber, formatShortDay } from '@nascente/domain/base/units/format';
import { listText } from '../../shared/counted-text.ts';

const MINUTES_OF_HOUR = 60;

/** A duration as people say it: '2 h 05 min'. */
const lengthText = (ms: number): string => {
  const minutes = Math.round(ms / MINUTE_MS);
  if (minutes < MINUTES_OF_HOUR) return `${minutes} min`;
  const rest = String(minutes % MINUTES_OF_HOUR).padStart(2, '0');
  return `${Math.floor(minutes / MINUTES_OF_HOUR)} h ${rest} min`;
};

/** Start, end and duration of an outage. */
export const whenText = ({ start, end }: OutageAnswer, zone: Zone): string => {
  const [from, to] = [instant(Date.parse(start)), end === null ? null : instant(Date.parse(end))];
  const first = civilDateAt(from, zone);
  const since = `${formatShortDay(first)}, ${formatClock(from, zone)}`;
  if (to === null) return `${since}, ainda sem mensagem`;
  const last = civilDateAt(to, zone);
  const until = `${last === first ? '' : `${formatShortDay(last)}, `}${formatClock(to, zone)}`;
  return `${since} a ${until} (${lengthText(to - from)})`;
};

/** Where it was: meters, and phases if not all of them. */
export const whereText = ({ meters, phases }: OutageAnswer): string => {
  const names = listText(meters.map(({ name }) => name));
  if (phases.length === 0 || phases.length === 3) return names;
  return `${names} · ${phases.length === 1 ? 'fase' : 'fases'} ${listText(phases)}`;
};

export const hoursText = (hours: number): string => `${formatNumber(hours, 2)} h`;
export const countText = (count: number): string => formatNumber(count, Number.isInteger(count) ? 0 : 2);

interface Verdict {
  readonly tone: 'good' | 'warn' | 'bad' | 'info';
  readonly title: string;
  readonly text: string;
}

const timesText = (count: number): string => (count === 1 ? '1 vez' : `${count} vezes`);
/** Whether an outage is in the sums: it counts by itself, or by a statement, and lasted three minutes or more. */
const isInSums = ({ isCounted, verdict, hours, end }: OutageAnswer): boolean =>
  verdict === null
    ? isCounted
    : end !== null && hours >= MIN_HOURS && verdict !== 'noOutage' && verdict !== 'ownInstallation';

const MIN_HOURS = 0.05;
const DOUBTS = 'Diga abaixo o que aconteceu, e as somas passam a contar com isso.';

/** Whether all readings of all meters were examined. */
export const isComplete = ({ hasReadings, hasAllMeters, unread }: ContinuityAnswer): boolean =>
  hasReadings && hasAllMeters && unread.length === 0;

/** The month in one sentence, and the open tasks. */
export const verdictOf = (answer: ContinuityAnswer): Verdict => {
  const { outages, dic, fic, dmic, dicri, dise, hasReadings } = answer;
  const counted = outages.filter(isInSums);
  const unknown = outages.filter(({ kind, verdict }) => kind === 'unknown' && verdict === null).length;
  const open = counted.filter(({ verdict }) => verdict === null).length;
  const isOver = [dic, fic, dmic, dicri, dise].some(
    ({ possible, limit }) => limit !== null && possible > limit,
  );
  if (!hasReadings)
    return {
      tone: 'info',
      title: 'Sem leituras neste mês.',
      text: 'Nenhum medidor enviou mensagens: não se sabe se faltou energia.',
    };
  if (counted.length === 0 && unknown === 0 && !isComplete(answer))
    return {
      tone: 'info',
      title: 'Nenhuma interrupção nas leituras avaliadas.',
      text: 'Nem todos os medidores puderam ser avaliados neste mês.',
    };
  if (counted.length === 0)
    return unknown === 0
      ? {
          tone: 'good',
          title: 'Não faltou energia neste mês.',
          text: 'Nenhum medidor mostrou uma interrupção de três minutos ou mais.',
        }
      : { tone: 'info', title: `Não sabemos se faltou energia ${timesText(unknown)}.`, text: DOUBTS };
  const hours = counted.reduce((sum, one) => sum + one.hours, 0);
  return {
    tone: isOver ? 'bad' : 'warn',
    title: `Faltou energia ${timesText(counted.length)}, por ${hoursText(hours)}.`,
    text: [
      isOver ? 'Passou dos limites: a distribuidora pode dever uma compensação.' : '',
      open + unknown === 0
        ? ''
        : `${open + unknown === 1 ? '1 a confirmar' : `${open + unknown} a confirmar`}. ${DOUBTS}`,
    ]
      .filter((text) => text !== '')
      .join(' '),
  };
};
