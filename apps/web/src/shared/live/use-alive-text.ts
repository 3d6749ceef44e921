import { civilDateAt } from '@nascente/domain/base/time/civil-day';
import { instant } from '@nascente/domain/base/time/zone';
import { formatClock, formatNumber, formatShortDay } from '@nascente/domain/base/units/format';
import { useFiguresMoment } from '../consumption/figures-moment.ts';
import { deviceZone } from '../consumption/zone-of.ts';

/** '11 de 12 ao vivo'; while offline with the time of the figures: '11 de 12 ao vivo às 19:55', on later days 'em 23 nov, 19:55'. */
export const useAliveText = (alive: number, total: number): string => {
  const moment = useFiguresMoment();
  const text = `${formatNumber(alive, 0)} de ${formatNumber(total, 0)} ao vivo`;
  if (moment === null) return text;
  const zone = deviceZone();
  const clock = formatClock(moment, zone);
  const day = civilDateAt(moment, zone);
  return day === civilDateAt(instant(Date.now()), zone)
    ? `${text} às ${clock}`
    : `${text} em ${formatShortDay(day)}, ${clock}`;
};
