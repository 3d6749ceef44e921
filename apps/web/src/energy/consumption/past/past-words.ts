import type { Board } from '@nascente/contract/sites/meters';
import { formatNumber } from '@nascente/domain/base/units/format';

const dayIn = (instant: string, zone: string): string =>
  new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeZone: zone }).format(new Date(instant));

/** 'de 01/02/2026 a 20/11/2026', 'desde 20/11/2026'. */
export const periodWords = (from: string, until: string | null, { zone }: Pick<Board, 'zone'>): string => {
  const first = dayIn(from, zone);
  return until === null ? `desde ${first}` : `de ${first} a ${dayIn(until, zone)}`;
};

/** '1.234,5 kWh', of water '12,34 m³'. */
export const quantityWords = (total: number, type: Board['type']): string =>
  type === 'water' ? `${formatNumber(total, 2)}\u00a0m³` : `${formatNumber(total, 1)}\u00a0kWh`;
