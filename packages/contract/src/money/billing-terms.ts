import { fingerprint } from '@nascente/domain/base/text/fingerprint';
import { OPTANTE_B_KVA } from '@nascente/domain/money/bill/bill';
import { demandPeriodsOf, isOfferedTo, isOfGroup } from '@nascente/domain/sites/tariffs/tariff-rules';
import { z } from 'zod/mini';
import { defineCall, type EditInput, editOf } from '../base/call.ts';
import { civilDate } from '../base/conventions.ts';
import { described } from '../base/described.ts';
import { tariffTypes } from '../sites/tariffs.ts';
import { type BillingContractJson, billingContract } from './billing-contract.ts';
import { billedTariff, billedUtility } from './bills.ts';

const isAscending = (bands: readonly { readonly upTo: number | null }[]): boolean =>
  bands.every(({ upTo }, index) => {
    const before = bands[index - 1]?.upTo ?? 0;
    return upTo === null ? index === bands.length - 1 : upTo > before;
  });

/** Whether a modality exists in the group of the contract but not in its subgroup. */
const isRefused = (group: 'A' | 'B', { subgroup, modality }: BillingContractJson): boolean =>
  subgroup.startsWith(group) && isOfGroup(group, modality) && !isOfferedTo(subgroup, modality);

const isComplete = ({ icms, pis, cofins }: { icms: string; pis: string; cofins: string }): boolean =>
  Number(icms) + Number(pis) + Number(cofins) >= 1;

const isCosipComplete = (cosip: BillingContractJson['cosip']): boolean =>
  cosip?.mode !== 'bands' || (cosip.bands.length > 0 && isAscending(cosip.bands));

export const MAX_COSIP_CHANGES = 24;

interface Rule {
  readonly path: string[];
  readonly message: string;
  readonly holds: (contract: BillingContractJson) => boolean;
}

const RULES: readonly Rule[] = [
  {
    path: ['subgroup'],
    message: 'O subgrupo não é do grupo escolhido.',
    holds: ({ group, subgroup }) => subgroup.startsWith(group),
  },
  {
    path: ['modality'],
    message: 'No grupo B as modalidades são Convencional e Branca.',
    holds: ({ group, modality }) => group === 'A' || !isOfGroup('A', modality),
  },
  {
    path: ['modality'],
    message: 'No grupo A a modalidade é Verde ou Azul, ou do grupo B com a opção pela tarifa B.',
    holds: ({ group, optanteB, modality }) => group === 'B' || optanteB || !isOfGroup('B', modality),
  },
  {
    path: ['modality'],
    message: 'A tarifa Branca não existe para iluminação pública (B4).',
    holds: (contract) => !isRefused('B', contract),
  },
  {
    path: ['modality'],
    message: 'A partir de 69 kV a modalidade é Azul.',
    holds: (contract) => !isRefused('A', contract),
  },
  {
    path: ['optanteB'],
    message: 'A opção pela tarifa B é do grupo A.',
    holds: ({ group, optanteB }) => group === 'A' || !optanteB,
  },
  {
    path: ['transformerKva'],
    message: 'A opção pela tarifa B vale para transformadores de até 112,5 kVA.',
    holds: ({ optanteB, transformerKva }) => !optanteB || (transformerKva ?? 0) <= OPTANTE_B_KVA,
  },
  {
    path: ['demand'],
    message: 'No grupo B não há demanda contratada.',
    holds: ({ group, demand }) => group === 'A' || demand === null,
  },
  {
    path: ['demand'],
    message: 'Na modalidade Azul informe a demanda de ponta e a de fora ponta.',
    holds: ({ modality, demand }) =>
      demandPeriodsOf(modality).length !== 2 || demand === null || demand.mode === 'by-post',
  },
  {
    path: ['demand'],
    message: 'Na modalidade Verde há uma só demanda contratada.',
    holds: ({ modality, demand }) =>
      demandPeriodsOf(modality).length !== 1 || demand === null || demand.mode === 'single',
  },
  {
    path: ['taxes'],
    message: 'ICMS, PIS e COFINS juntos devem ser menos de 100%.',
    holds: ({ taxes }) => !taxes.some(isComplete),
  },
  {
    path: ['taxes'],
    message: 'As faixas do ICMS devem crescer, e só a última não tem limite.',
    holds: ({ taxes }) => taxes.every(({ icmsBands }) => isAscending(icmsBands)),
  },
  {
    path: ['taxes'],
    message: 'Há duas alíquotas a partir do mesmo dia.',
    holds: ({ taxes }) => new Set(taxes.map(({ validFrom }) => validFrom)).size === taxes.length,
  },
  {
    path: ['cosip'],
    message: 'As faixas da COSIP devem crescer, e só a última não tem limite.',
    holds: ({ cosip }) => isCosipComplete(cosip),
  },
  {
    path: ['cosipChanges'],
    message: 'As faixas da COSIP devem crescer, e só a última não tem limite.',
    holds: ({ cosipChanges = [] }) => cosipChanges.every(({ cosip }) => isCosipComplete(cosip)),
  },
  {
    path: ['cosipChanges'],
    message: 'Há dois valores de COSIP a partir do mesmo dia.',
    holds: ({ cosipChanges = [] }) =>
      new Set(cosipChanges.map(({ validFrom }) => validFrom)).size === cosipChanges.length,
  },
  {
    path: ['cosipChanges'],
    message: `São no máximo ${MAX_COSIP_CHANGES} mudanças da COSIP.`,
    holds: ({ cosipChanges = [] }) => cosipChanges.length <= MAX_COSIP_CHANGES,
  },
  {
    path: ['ownLines'],
    message: 'O fim de uma linha não pode ser antes do começo.',
    holds: ({ ownLines = [] }) => ownLines.every(({ first, last }) => last === null || first <= last),
  },
  {
    path: ['benefits'],
    message: 'As faixas de um desconto devem crescer, e só a última não tem limite.',
    holds: ({ benefits = [] }) => benefits.every(({ steps }) => isAscending(steps)),
  },
  {
    path: ['benefits'],
    message: 'O fim de um desconto não pode ser antes do começo.',
    holds: ({ benefits = [] }) => benefits.every(({ first, last }) => last === null || first <= last),
  },
  {
    path: ['benefits'],
    message: 'Os descontos por horário de um contrato devem valer nas mesmas horas.',
    holds: ({ benefits = [] }) =>
      new Set(benefits.flatMap(({ hours }) => (hours === null ? [] : [`${hours.start}-${hours.end}`])))
        .size <= 1,
  },
];

/** A contract with consistent parts. */
export const checkedContract = billingContract.check(
  ...RULES.map(({ path, message, holds }) => z.refine<BillingContractJson>(holds, { path, error: message })),
);

/** The terms of a contract from a day on. `tax`: the id of the tariff. */
export const contractVersion = z.object({
  validFrom: z.string(),
  tax: z.nullable(z.string()),
  terms: billingContract,
});
export type ContractVersion = z.output<typeof contractVersion>;

/** Terms that are assumed if nobody has entered them. */
export const assumptions = [
  'group',
  'subgroup',
  'modality',
  'tax',
  'demand',
  'supply',
  'taxes',
  'cosip',
] as const;

const establishmentContract = z.object({
  type: z.enum(tariffTypes),
  inForce: described(
    'Contract in force today; `validFrom` is `null` if it is assumed.',
    z.object({
      validFrom: z.nullable(z.string()),
      tariff: z.nullable(billedTariff),
      terms: billingContract,
    }),
  ),
  assumed: described('Assumed or unknown terms; bills name their effect.', z.array(z.enum(assumptions))),
  versions: described('Oldest first.', z.array(contractVersion)),
});
export type EstablishmentContract = z.output<typeof establishmentContract>;

const ofUtility = z.strictObject({ type: billedUtility });
const answer = { contract: establishmentContract };

export const readContract = defineCall({
  name: 'readContract',
  route: 'GET /establishment/:id/contract',
  permission: 'see-bills',
  summary:
    'Billing contract of an establishment, by validity; assumed from its group and tariff if none is stored.',
  query: ofUtility,
  answer,
});

/** The version of a contract that an editor saw. */
export const contractSeen = ({ versions }: EstablishmentContract): string => fingerprint(versions);

export const saveContract = defineCall({
  name: 'saveContract',
  route: 'PUT /establishment/:id/contract',
  permission: 'edit-establishment',
  summary: 'Stores the terms valid from a day on, and replaces those stored for the same day.',
  body: z.strictObject({
    type: billedUtility,
    validFrom: civilDate,
    tax: described(
      "Id of the distributor's tariff; `null`: that of the establishment, otherwise that of its meter.",
      z.nullable(z.string()),
    ),
    terms: checkedContract,
  }),
  edit: editOf(readContract, {
    asking: ({ params, body }: EditInput<{ type: EstablishmentContract['type'] }>) => ({
      params,
      query: { type: body.type },
    }),
    seen: ({ contract }) => contractSeen(contract),
    actions: ['contract-saved', 'contract-removed'],
    about: (_, { params, body }) => [{ edited: `${params['id']} ${body.type}` }],
  }),
  answer,
});

export const removeContractVersion = defineCall({
  name: 'removeContractVersion',
  route: 'DELETE /establishment/:id/contract/:type/:validFrom',
  permission: 'edit-establishment',
  summary: 'Removes the terms valid from a day on; the previous version applies again.',
  params: z.object({
    id: z.string(),
    type: z.enum(tariffTypes, 'Tipo inválido: use eletric ou water'),
    validFrom: civilDate,
  }),
  answer,
});

const MAX_DATES = 240;
const MIN_DAYS = 10;
const DAY_MS = 86_400_000;

/**
 * The days on which the utility read or will read the meter. A cycle begins on each. Two reading dates are at least ten days
 * apart.
 */
export const readingDates = z.array(civilDate).check(
  z.maxLength(MAX_DATES, `No máximo ${MAX_DATES} datas.`),
  z.refine(
    (dates) =>
      dates
        .toSorted()
        .every(
          (date, index, all) =>
            index === 0 || Date.parse(date) - Date.parse(all[index - 1] ?? '') >= MIN_DAYS * DAY_MS,
        ),
    `Entre duas leituras há ao menos ${MIN_DAYS} dias.`,
  ),
);

const dates = {
  readings: z.object({
    type: z.enum(tariffTypes),
    dates: described('As entered, oldest first.', z.array(z.string())),
    cycles: described(
      'The last 12 resulting cycles, newest first, with the current one.',
      z.array(z.object({ start: z.string(), end: z.string() })),
    ),
  }),
};

export const readReadingDates = defineCall({
  name: 'readReadingDates',
  route: 'GET /establishment/:id/reading-dates',
  permission: 'see-bills',
  summary:
    'Utility reading dates of the meter, and the resulting cycles; without dates, by the fixed reading day.',
  query: ofUtility,
  answer: dates,
});

/** The version of the reading dates that an editor saw. */
export const datesSeen = (dates: readonly string[]): string => fingerprint(dates);

export const saveReadingDates = defineCall({
  name: 'saveReadingDates',
  route: 'PUT /establishment/:id/reading-dates',
  permission: 'edit-establishment',
  summary: 'Replaces the reading dates; each is the first day of a cycle.',
  body: z.strictObject({ type: billedUtility, dates: readingDates }),
  edit: editOf(readReadingDates, {
    asking: ({ params, body }: EditInput<{ type: EstablishmentContract['type'] }>) => ({
      params,
      query: { type: body.type },
    }),
    seen: (answer) => datesSeen(answer.readings.dates),
    actions: ['reading-dates-saved'],
    about: (_, { params, body }) => [{ edited: `${params['id']} ${body.type}` }],
  }),
  answer: dates,
});
