import { isCivilDate } from '@nascente/domain/base/time/civil-day';
import { formatDay } from '@nascente/domain/base/units/format';

export type MomentKind = 'day' | 'month' | 'time' | 'dayTime';

interface MomentFormat {
  /** A zero stands for a digit. */
  readonly pattern: string;
  readonly placeholder: string;
  readonly incomplete: string;
  /** ISO text; empty for an incomplete or impossible moment. */
  readonly isoOf: (shown: string) => string;
  readonly shownOf: (iso: string) => string;
}

const isTime = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);
const reversed = (text: string, from: string, to: string): string => text.split(from).reverse().join(to);
const dayOf = (shown: string): string => {
  const day = reversed(shown, '/', '-');
  return isCivilDate(day) ? day : '';
};
const shownDay = (iso: string): string => (isCivilDate(iso) ? formatDay(iso) : '');
const timeOf = (text: string): string => (isTime(text) ? text : '');

export const MOMENT_FORMATS: Readonly<Record<MomentKind, MomentFormat>> = {
  day: {
    pattern: '00/00/0000',
    placeholder: 'dd/mm/aaaa',
    incomplete: 'Complete a data: dia, mês e ano, como 05/11/2026.',
    isoOf: dayOf,
    shownOf: shownDay,
  },
  month: {
    pattern: '00/0000',
    placeholder: 'mm/aaaa',
    incomplete: 'Complete o mês: mês e ano, como 11/2026.',
    isoOf: (shown) => dayOf(`01/${shown}`).slice(0, 7),
    shownOf: (iso) => shownDay(`${iso}-01`).slice(3),
  },
  time: {
    pattern: '00:00',
    placeholder: 'hh:mm',
    incomplete: 'Complete a hora: horas e minutos, como 08:30.',
    isoOf: timeOf,
    shownOf: timeOf,
  },
  dayTime: {
    pattern: '00/00/0000 00:00',
    placeholder: 'dd/mm/aaaa hh:mm',
    incomplete: 'Complete o dia e a hora, como 05/11/2026 08:30.',
    isoOf: (shown) => {
      const [day = '', time = ''] = shown.split(' ');
      return dayOf(day) !== '' && isTime(time) ? `${dayOf(day)}T${time}` : '';
    },
    shownOf: (iso) => {
      const [day = '', time = ''] = iso.split('T');
      return shownDay(day) !== '' && isTime(time) ? `${shownDay(day)} ${time}` : '';
    },
  },
};

/** Inserts separators while typing, and accepts pasted ISO text. */
export const maskedMoment = (kind: MomentKind, typed: string): string => {
  const { pattern, shownOf } = MOMENT_FORMATS[kind];
  const pasted = shownOf(typed);
  if (pasted !== '') return pasted;
  const digits = typed.replace(/\D/g, '');
  let used = 0;
  let masked = '';
  for (const character of pattern) {
    if (used === digits.length) break;
    masked += character === '0' ? (digits[used++] ?? '') : character;
  }
  return masked;
};
