import type { differenceCauses, Reconciliation } from '@nascente/contract/money/utility-bills';
import { sumReais } from '../cycle-bill/bill-groups.ts';

type Cause = (typeof differenceCauses)[number];

interface CauseWords {
  readonly name: string;
  readonly hint: string;
}

const causeWords: Readonly<Record<Cause, CauseWords>> = {
  period: { name: 'Período', hint: 'os dias da conta não são os do nosso ciclo' },
  missingData: { name: 'Dados faltantes', hint: 'medições que faltaram e a conta confirma' },
  consumption: { name: 'Consumo', hint: 'a conta mediu outra quantidade' },
  demand: { name: 'Demanda', hint: 'a conta faturou outra demanda' },
  tariff: { name: 'Tarifa', hint: 'outros preços antes dos tributos' },
  taxes: { name: 'Tributos', hint: 'outro ICMS, PIS ou COFINS' },
  rest: { name: 'Resto', hint: 'COSIP, multas, devoluções, arredondamento e o que não se pôde separar' },
};

/** A step from what was expected to what was billed. */
export interface Step {
  readonly key: 'expected' | 'billed' | Cause;
  readonly name: string;
  readonly hint: string | null;
  /** R$; of the two ends the total itself. */
  readonly amount: number;
  readonly isEnd: boolean;
  /** Where its bar begins and how long it is, 0 to 1 of the width. */
  readonly from: number;
  readonly length: number;
}

/** The part of the scale below the smallest level that is left away, so that small differences can be seen. */
const HEADROOM = 0.15;

/** From the expected bill, part by part, to the billed one: each bar begins where the one before ended. */
export const waterfall = ({
  expected,
  billed,
  parts,
}: Pick<Reconciliation, 'parts'> & {
  readonly expected: { readonly total: number };
  readonly billed: { readonly total: number };
}): Step[] => {
  const shown = parts.filter(({ amount }) => Math.round(amount * 100) !== 0);
  const levels = [expected.total];
  for (const { amount } of shown) levels.push(sumReais([levels.at(-1) ?? 0, amount]));
  const [low, high] = [Math.min(...levels, billed.total), Math.max(...levels, billed.total)];
  const room = Math.max((high - low) * (1 + HEADROOM), high * HEADROOM);
  const bottom = low < 0 ? low : Math.max(0, low - room);
  const share = (level: number): number => (high > bottom ? (level - bottom) / (high - bottom) : 0);
  const end = (key: 'expected' | 'billed', name: string, amount: number): Step => ({
    key,
    name,
    hint: null,
    amount,
    isEnd: true,
    from: 0,
    length: share(amount),
  });
  return [
    end('expected', 'Esperado pelas medições', expected.total),
    ...shown.map(({ cause, amount }, index) => {
      const [before, after] = [share(levels[index] ?? 0), share(levels[index + 1] ?? 0)];
      return {
        key: cause,
        ...causeWords[cause],
        amount,
        isEnd: false,
        from: Math.min(before, after),
        length: Math.abs(after - before),
      };
    }),
    end('billed', 'Faturado', billed.total),
  ];
};
