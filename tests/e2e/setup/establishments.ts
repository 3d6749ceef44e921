import { randomInt } from 'node:crypto';
import type { BodyInput } from '@nascente/contract/base/call';
import { createEstablishment } from '@nascente/contract/sites/establishments';
import { provisionBoards } from '@nascente/contract/telemetry/inventory';
import { DEFAULT_ZONE } from '@nascente/domain/base/time/zone';
import { type Mac, normalizeMac } from '@nascente/domain/sites/boards/mac';
import { cnpjCheckDigits } from '@nascente/domain/sites/registry/cnpj';
import type { BoardEntry } from '@nascente/virtual-meters/publishing/boards-file';
import { ask, type Person, theAdmin } from './people.ts';

const hexPairs = (): string =>
  Array.from({ length: 6 }, () => randomInt(256).toString(16).padStart(2, '0')).join(':');

const newMac = (): Mac => {
  const mac = normalizeMac(hexPairs());
  if (mac === null) throw new Error('not a MAC');
  return mac;
};

/** A board with the code of its label. */
export interface LabelledBoard extends BoardEntry {
  readonly code: string;
}

/**
 * A board of three phases that an Admin has provisioned, with its key and its code.
 *
 * @param by - the Admin of another server than that of this worker
 */
export async function newBoard(by?: {
  readonly address: string;
  readonly token: string;
}): Promise<LabelledBoard> {
  const board = { mac: newMac(), type: 'eletric', model: 'tri', equipment: 'emd3p' } as const;
  const { boards } = await ask(provisionBoards, {
    ...(by ?? { token: (await theAdmin()).token }),
    body: { boards: [board] },
  });
  const { mac, equipment } = board;
  const entry = { mac, equipment, profile: 'bakery', zone: DEFAULT_ZONE, seed: null } as const;
  const { key = '', code = '' } = boards[0] ?? {};
  return { ...entry, key, code, leakingFrom: null, resumeAt: null };
}

/** With letters, as new companies have them since July 2026. */
const newCnpj = (): string => {
  const base = `PAD${String(randomInt(1e9)).padStart(9, '0')}`;
  return `${base}${cnpjCheckDigits(base)}`;
};

const hours = { openHour: { hour: 7, minute: 0 }, closeHour: { hour: 19, minute: 0 } };
const open = { open: true, ...hours };
const shut = { open: false, ...hours };

export const aCompany = (fantasyName: string): BodyInput<typeof createEstablishment> => ({
  cnpj: newCnpj(),
  corporateName: `${fantasyName} LTDA`,
  fantasyName,
  activity: 'Comercio e Serviços',
  numberOfEmployees: '10 a 49',
  location: {
    postalCode: '50030230',
    address: 'Rua do Bom Jesus',
    number: '100',
    neighborhood: 'Recife',
    city: 'Recife',
    state: 'PE',
  },
  businessHours: {
    sunday: shut,
    monday: open,
    tuesday: open,
    wednesday: open,
    thursday: open,
    friday: open,
    saturday: open,
  },
  bill: { tariff: 'B' },
  voltage: 220,
  consumerUnit: '7001234',
});

/** @returns its id */
export async function newEstablishment({ token }: Pick<Person, 'token'>, name: string): Promise<string> {
  const { establishment } = await ask(createEstablishment, { token, body: aCompany(name) });
  return establishment._id;
}
