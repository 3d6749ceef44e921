import { formatNumber } from '@nascente/domain/base/units/format';

/** '1 dia', '1.200 dias'. */
export const countedText = (count: number, one: string, many: string): string =>
  `${formatNumber(count, 0)} ${count === 1 ? one : many}`;

/** 'a, b e c'. */
export const listText = (names: readonly string[]): string => new Intl.ListFormat('pt-BR').format(names);

export const metersText = (count: number): string =>
  count === 0 ? 'nenhum medidor' : countedText(count, 'medidor', 'medidores');
