import { civilDateAt } from '../base/time/civil-day.ts';
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS, type Zone } from '../base/time/zone.ts';
import { formatClock, formatNumber, formatShortDay } from '../base/units/format.ts';

/** '9,2 kW', '120 kW'. */
export function kilowattText(kw: number): string {
  return `${formatNumber(kw, kw < 10 ? 1 : 0)}\u00a0kW`;
}

/** 'hoje às 14:05', '22 nov, 14:05' before. */
export function momentText(at: Instant, now: Instant, zone: Zone): string {
  const day = civilDateAt(at, zone);
  const clock = formatClock(at, zone);
  return day === civilDateAt(now, zone) ? `hoje às ${clock}` : `${formatShortDay(day)}, ${clock}`;
}

/** 'menos de 1 min', '12 min', '3 h 20 min', '2 dias e 4 h'. */
export function durationText(ms: number): string {
  if (ms < MINUTE_MS) return 'menos de 1 min';
  const minutes = Math.floor((ms % HOUR_MS) / MINUTE_MS);
  const hours = Math.floor((ms % DAY_MS) / HOUR_MS);
  const days = Math.floor(ms / DAY_MS);
  if (days > 0) return `${days === 1 ? '1 dia' : `${days} dias`}${hours > 0 ? ` e ${hours} h` : ''}`;
  if (hours > 0) return `${hours} h${minutes > 0 ? ` ${minutes} min` : ''}`;
  return `${minutes} min`;
}
