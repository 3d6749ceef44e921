import { decimalOf, reaisOf } from '../../../../shared/forms/fields/decimal-input.ts';
import { shareOf } from './rate-input.ts';

const PERCENT = 'Informe a porcentagem, como 18 ou 1,65.';
const REAIS = /^\d{1,10}(\.\d{1,2})?$/;

export const createReader = () => {
  const errors: Record<string, string> = {};
  const read = <T>(path: string, value: T | null, msg: string, instead: T): T => {
    if (value !== null) return value;
    errors[path] ??= msg;
    return instead;
  };
  const reais = (typed: string): string | null => {
    const decimal = reaisOf(typed);
    return decimal !== null && REAIS.test(decimal) ? decimal : null;
  };
  return {
    errors,
    read,
    number: (path: string, typed: string, msg: string): number =>
      Number(read(path, decimalOf(typed), msg, '0')),
    share: (path: string, typed: string): string => read(path, shareOf(typed), PERCENT, '0'),
    reais: (path: string, typed: string): string =>
      read(path, reais(typed), 'Informe um valor em R$, como 42,10.', '0'),
  };
};
export type Reader = ReturnType<typeof createReader>;
