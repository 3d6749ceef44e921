import { civilDate } from '@nascente/domain/base/time/civil-day';
import { formatDay } from '@nascente/domain/base/units/format';
import type { NewAuditEvent } from '../../people/audit/index.ts';
import type { Actor } from '../../platform/http/caller.ts';
import type { BilledEstablishment } from './measured-days.ts';

export const billAuditEvent = (
  action: NewAuditEvent['action'],
  caller: Actor,
  establishment: Pick<BilledEstablishment, 'id' | 'name' | 'ownerId' | 'type'>,
  detail: Readonly<Record<string, string>>,
): NewAuditEvent => ({
  action,
  by: caller,
  subjectId: establishment.ownerId,
  detail: {
    establishment: establishment.name,
    utility: establishment.type,
    edited: `${establishment.id} ${establishment.type}`,
    ...detail,
  },
});

export const dayText = (day: string): string => formatDay(civilDate(day));

export const daysText = ({ start, end }: { readonly start: string; readonly end: string }): string =>
  `${dayText(start)} a ${dayText(end)}`;
