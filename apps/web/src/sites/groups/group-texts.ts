import type { Group } from '@nascente/contract/sites/groups';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { formatDay } from '@nascente/domain/base/units/format';
import { completenessPercent, completenessText } from '../../shared/consumption/completeness.ts';
import type { Tone } from '../../shared/ui/marks/tag.tsx';

export type GroupType = Group['type'];

/** Days before the due date from which it is highlighted. */
const SOON_DAYS = 3;

const daysText = (days: number): string => {
  if (days === 0) return 'vence hoje';
  if (days === 1) return 'vence amanhã';
  if (days === -1) return 'venceu ontem';
  return days > 0 ? `vence em ${days} dias` : `venceu há ${-days} dias`;
};

export const dueState = ({ daysUntilDue }: Group): { tone: Tone; text: string } | null => {
  if (daysUntilDue === null) return null;
  const tone = daysUntilDue < 0 ? 'bad' : daysUntilDue <= SOON_DAYS ? 'warn' : 'neutral';
  return { tone, text: daysText(daysUntilDue) };
};

/** When it is due: 'todo dia 10', '24/12/2026', 'sem vencimento'. */
export const dueText = ({ dueDate }: Group): string => {
  if (dueDate === null) return 'sem vencimento';
  return typeof dueDate === 'number' ? `todo dia ${dueDate}` : formatDay(dueDate as CivilDate);
};

export const completenessInShort = ({
  completeness,
  estimated,
}: Pick<Group, 'completeness' | 'estimated'>): string =>
  completeness > 0 && completeness < 1 && estimated === undefined
    ? `${completenessPercent(completeness)} dos dados`
    : completenessText(completeness, estimated);
