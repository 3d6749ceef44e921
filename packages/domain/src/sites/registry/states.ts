import type { Zone } from '../../base/time/zone.ts';

interface StateRow {
  readonly name: string;
  readonly zone: string;
}

/** Names and zones by state code. The zone is that of the capital (IANA time zone database, file `southamerica`). */
const STATES = {
  AC: { name: 'Acre', zone: 'America/Rio_Branco' },
  AL: { name: 'Alagoas', zone: 'America/Maceio' },
  AP: { name: 'Amapá', zone: 'America/Belem' },
  AM: { name: 'Amazonas', zone: 'America/Manaus' },
  BA: { name: 'Bahia', zone: 'America/Bahia' },
  CE: { name: 'Ceará', zone: 'America/Fortaleza' },
  DF: { name: 'Distrito Federal', zone: 'America/Sao_Paulo' },
  ES: { name: 'Espírito Santo', zone: 'America/Sao_Paulo' },
  GO: { name: 'Goiás', zone: 'America/Sao_Paulo' },
  MA: { name: 'Maranhão', zone: 'America/Fortaleza' },
  MT: { name: 'Mato Grosso', zone: 'America/Cuiaba' },
  MS: { name: 'Mato Grosso do Sul', zone: 'America/Campo_Grande' },
  MG: { name: 'Minas Gerais', zone: 'America/Sao_Paulo' },
  PA: { name: 'Pará', zone: 'America/Belem' },
  PB: { name: 'Paraíba', zone: 'America/Fortaleza' },
  PR: { name: 'Paraná', zone: 'America/Sao_Paulo' },
  PE: { name: 'Pernambuco', zone: 'America/Recife' },
  PI: { name: 'Piauí', zone: 'America/Fortaleza' },
  RJ: { name: 'Rio de Janeiro', zone: 'America/Sao_Paulo' },
  RN: { name: 'Rio Grande do Norte', zone: 'America/Fortaleza' },
  RS: { name: 'Rio Grande do Sul', zone: 'America/Sao_Paulo' },
  RO: { name: 'Rondônia', zone: 'America/Porto_Velho' },
  RR: { name: 'Roraima', zone: 'America/Boa_Vista' },
  SC: { name: 'Santa Catarina', zone: 'America/Sao_Paulo' },
  SP: { name: 'São Paulo', zone: 'America/Sao_Paulo' },
  SE: { name: 'Sergipe', zone: 'America/Maceio' },
  TO: { name: 'Tocantins', zone: 'America/Araguaina' },
} as const satisfies Record<string, StateRow>;

/** The code of one of the 26 states or of the Federal District. */
export type StateCode = keyof typeof STATES;

/** State codes, ordered by state name without accents. */
export const stateCodes = Object.keys(STATES) as readonly StateCode[];

export function isStateCode(text: string): text is StateCode {
  return Object.hasOwn(STATES, text);
}

/** 'Pernambuco' of 'PE'. */
export function stateName(code: StateCode): string {
  return STATES[code].name;
}

/** Zone of the state's capital, as a default: parts of Amazonas and Pernambuco have another zone. */
export function zoneOfState(code: StateCode): Zone {
  return STATES[code].zone as Zone;
}
