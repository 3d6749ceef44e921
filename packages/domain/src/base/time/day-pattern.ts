import type { CivilDate } from './civil-day.ts';

const PATTERN = /^(?:DD|MM|YYYY|YY|[ /.-])+$/;
const TOKEN = /DD|MM|YYYY|YY/g;

/** Whether a text is a date pattern: DD, MM, YY or YYYY, separated by spaces, dots, dashes or slashes. */
export function isDayPattern(text: string): boolean {
  return PATTERN.test(text) && /[DMY]/.test(text);
}

/** Formats a day by a pattern: 2026-11-20 by 'DD/MM' is '20/11'. */
export function formatDayAs(date: CivilDate, pattern: string): string {
  const parts: Readonly<Record<string, string>> = {
    DD: date.slice(8),
    MM: date.slice(5, 7),
    YYYY: date.slice(0, 4),
    YY: date.slice(2, 4),
  };
  return pattern.replace(TOKEN, (token) => parts[token] as string);
}
