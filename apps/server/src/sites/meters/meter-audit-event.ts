import type { NewAuditEvent } from '../../people/audit/index.ts';
import type { RowChange } from '../../platform/database/schema.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { Meter } from './meter.ts';

/** What somebody did to a meter, for the audit trail. */
export const meterAuditEvent = (
  action: NewAuditEvent['action'],
  by: { readonly caller: Caller; readonly meter: Meter; readonly device: NewAuditEvent['device'] },
  detail: Readonly<Record<string, string>> = {},
): NewAuditEvent => {
  const { caller, meter, device } = by;
  const { name, mac, ownerId, establishmentName } = meter;
  return {
    action,
    actorId: caller.accountId,
    subjectId: ownerId,
    device,
    detail: { meter: name, mac, establishment: establishmentName, ...detail },
  };
};

const YES_OR_NO = (is: boolean): string => (is ? 'yes' : 'no');

/** What an edit makes different, each with its new value; the words of a comment are nobody else's business. */
export const changesOf = (meter: Meter, change: RowChange<'installation'>): Record<string, string> => ({
  ...(change.name === meter.name ? {} : { newName: String(change.name) }),
  ...(change.comment === meter.comment ? {} : { comment: 'changed' }),
  ...(change.is_general === meter.isGeneral ? {} : { general: YES_OR_NO(change.is_general === true) }),
  ...(change.tariff_id === meter.tariffId ? {} : { newTariff: 'changed' }),
  ...(change.voltage === meter.voltage ? {} : { voltage: `${change.voltage} V` }),
  ...(change.system === undefined || change.system === meter.system
    ? {}
    : { system: change.system ?? 'none' }),
});
