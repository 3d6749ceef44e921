import { fingerprint } from '@nascente/domain/base/text/fingerprint';
import { z } from 'zod/mini';
import { defineCall, editOf } from '../base/call.ts';
import { civilDate } from '../base/conventions.ts';
import { described } from '../base/described.ts';
import { readTariff, type TariffDetail, tariffDetail, tariffTypes, versionPrices } from './tariffs.ts';

const params = z.object({ id: z.string(), validFrom: civilDate });

/** Maximum frozen bills that an answer lists; further ones are only counted. */
export const MAX_NAMED_USES = 20;

/** A frozen bill computed by a version of a tariff. It keeps the prices of that version. */
const closedBill = z.object({
  establishment: z.string(),
  type: z.enum(tariffTypes),
  start: z.string(),
  end: z.string(),
  total: z.number(),
});

/** Data affected by a change of a version. */
const versionUse = z.object({
  start: z.string(),
  end: described('The day before the next version; `null` without one.', z.nullable(z.string())),
  establishments: described(
    'Number of establishments with the tariff, by their contract, their own setting or a meter.',
    z.int(),
  ),
  names: described('The first of them, by name.', z.array(z.string())),
  closed: z.int(),
  bills: described('The newest of them.', z.array(closedBill)),
  staysBecause: described(
    'Reason why the version cannot be removed; `null`: it can.',
    z.nullable(z.string()),
  ),
});
export type VersionUse = z.output<typeof versionUse>;

export const readVersionUse = defineCall({
  name: 'readVersionUse',
  route: 'GET /admin/tax/:id/versions/:validFrom/use',
  access: 'Admin',
  permission: 'edit-tariffs',
  summary: 'Bills that a correction of these prices would change, and closed bills that used them.',
  params,
  answer: { use: versionUse },
});

/** The prices of a version that an editor saw, as a fingerprint. */
export const tariffVersionSeen = ({ versions }: TariffDetail, validFrom: string): string => {
  const version = versions.find((one) => one.validFrom === validFrom);
  return fingerprint({ rules: version?.rules, source: version?.source });
};

export const correctTariffVersion = defineCall({
  name: 'correctTariffVersion',
  route: 'PUT /admin/tax/:id/versions/:validFrom',
  access: 'Admin',
  permission: 'edit-tariffs',
  summary: 'Corrects mistyped prices of a version; closed bills stay unchanged.',
  params,
  body: z.strictObject(versionPrices),
  edit: editOf(readTariff, {
    asking: ({ params: { id = '' } }) => ({ params: { id } }),
    seen: ({ tax }, { params }) => {
      const validFrom = params['validFrom'] ?? '';
      const hasVersion = tax.versions.some((version) => version.validFrom === validFrom);
      return hasVersion ? tariffVersionSeen(tax, validFrom) : null;
    },
    actions: ['tariff-corrected'],
    about: (_, { params }) => [{ edited: `${params['id']} ${params['validFrom']}` }],
  }),
  fails: ['conflict'],
  answer: { tax: tariffDetail },
});

export const removeTariffVersion = defineCall({
  name: 'removeTariffVersion',
  route: 'DELETE /admin/tax/:id/versions/:validFrom',
  access: 'Admin',
  permission: 'edit-tariffs',
  summary: 'Removes a version without closed bills that is not the only one.',
  params,
  fails: ['conflict'],
  answer: { tax: tariffDetail },
});
