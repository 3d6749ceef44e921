import { isDeepStrictEqual } from 'node:util';
import type { AuditTrail, NewAuditEvent } from '../../people/audit/index.ts';
import type { Connection } from '../../platform/database/open-database.ts';
import type { Actor } from '../../platform/http/caller.ts';
import type { Establishment } from './establishment-row.ts';

type EstablishmentAction = Extract<NewAuditEvent['action'], `establishment-${string}`>;

/** Records a change of an establishment within its transaction. */
export type RecordEstablishmentChange = (
  within: Connection,
  action: EstablishmentAction,
  caller: Actor,
  establishment: Pick<Establishment, 'ownerId' | 'name'>,
  detail?: NewAuditEvent['detail'],
) => Promise<void>;

export const createEstablishmentRecorder =
  (audit: AuditTrail): RecordEstablishmentChange =>
  (within, action, caller, { ownerId, name }, detail) =>
    audit.record(
      { action, by: caller, subjectId: ownerId, detail: { establishment: name, ...detail } },
      within,
    );

/** Names of parts in the audit trail, with the stored fields of each. */
const PARTS: ReadonlyMap<string, readonly (keyof Establishment)[]> = new Map([
  ['cnpj', ['cnpj']],
  ['corporateName', ['corporateName']],
  ['fantasyName', ['fantasyName']],
  ['activity', ['activity']],
  ['employees', ['numberOfEmployees', 'headcount']],
  ['area', ['areaM2']],
  ['location', ['postalCode', 'address', 'number', 'neighborhood', 'city', 'state', 'description']],
  ['zone', ['zone']],
  ['hours', ['businessHours']],
  ['tariffGroup', ['tariffGroup']],
  ['demand', ['contractedDemandKw']],
  ['readDay', ['billReadDay']],
  ['billName', ['billName']],
  ['billImage', ['billImageId']],
  ['tariff', ['tariffId']],
  ['voltage', ['voltage']],
  ['consumerUnit', ['consumerUnit']],
  ['solarPanel', ['hasSolarPanel']],
  ['equipments', ['equipmentMetadata', 'equipments']],
]);

/** The new name if it changed, and the names of other changed parts without their values; `null` without a difference. */
export const differencesOf = (
  before: Establishment,
  after: Establishment,
): NewAuditEvent['detail'] | null => {
  const parts = [...PARTS].flatMap(([part, fields]) =>
    fields.every((field) => isDeepStrictEqual(before[field], after[field])) ? [] : [part],
  );
  const isRenamed = before.name !== after.name;
  if (parts.length === 0 && !isRenamed) return null;
  return {
    ...(isRenamed && { newName: after.name }),
    ...(parts.length > 0 && { parts: parts.join(',') }),
  };
};
