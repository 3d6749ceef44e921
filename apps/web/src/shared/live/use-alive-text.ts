import { civilDateAt } from '@nascente/domain/time/civil-day';
import { DEFAULT_ZONE, instant } from '@nascente/domain/time/zone';
import { formatClock, formatNumber, formatShortDay } from '@nascente/domain/units/format';
import { useFiguresMoment } from '../consumption/figures-moment.ts';

/** '11 de 12 ao vivo'; while nothing answers, when it was so: '11 de 12 ao vivo às 19:55', 'em 23 nov, 19:55' after that day. */
export const useAliveText = (alive: number, total: number): string => {
  const moment = useFiguresMoment();
  const text = `${formatNumber(alive, 0)} de ${formatNumber(total, 0)} ao vivo`;
  if (moment === null) return text;
  const clock = formatClock(moment, DEFAULT_ZONE);
  const day = civilDateAt(moment, DEFAULT_ZONE);
  return day === civilDateAt(instant(Date.now()), DEFAULT_ZONE)
    ? `${text} às ${clock}`
    : `${text} em ${formatShortDay(day)}, ${clock}`;
};
