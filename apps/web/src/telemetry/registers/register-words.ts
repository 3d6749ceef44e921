import type { AnsweredStep } from '@nascente/contract/telemetry/registers';
import { formatNumber } from '@nascente/domain/base/units/format';
import type { RegisterName } from '@nascente/domain/telemetry/adapters/mapped-field';
import type { ChosenVerdict, StepVerdict } from '@nascente/domain/telemetry/registers/register-verdicts';
import type { Tone } from '../../shared/ui/marks/tag.tsx';

const QUANTITIES = {
  consumed: ['Consumo', 'kWh'],
  injected: ['Injeção', 'kWh'],
  inductive: ['Reativa indutiva', 'kvarh'],
  capacitive: ['Reativa capacitiva', 'kvarh'],
} as const;

const quantityOf = (register: RegisterName): readonly [name: string, unit: string] =>
  register === 'volume' ? ['Volume', 'm³'] : QUANTITIES[register.slice(0, -1) as keyof typeof QUANTITIES];

/** 'Consumo, fase A'. */
export const registerName = (register: RegisterName): string =>
  register === 'volume' ? 'Volume' : `${quantityOf(register)[0]}, fase ${register.slice(-1)}`;

/** '1.234,567 kWh'. */
export const amountText = (register: RegisterName, amount: number): string =>
  `${formatNumber(amount, 3)} ${quantityOf(register)[1]}`;

/** 'conta 1,000 kWh' or 'não conta', and with the sign where it is a difference. */
export const differenceText = (register: RegisterName, difference: number): string =>
  difference === 0
    ? 'O total não mudou.'
    : `O total ${difference > 0 ? 'aumentou' : 'diminuiu'} ${amountText(register, Math.abs(difference))}.`;

interface VerdictWords {
  readonly name: string;
  /** What it means, and what it does to the total. */
  readonly meaning: string;
  readonly tone: Tone;
}

export const verdictWords: Readonly<Record<StepVerdict, VerdictWords>> = {
  first: { name: 'Primeira leitura', meaning: 'Ponto de partida: não conta consumo.', tone: 'neutral' },
  normal: { name: 'Normal', meaning: 'Conta a diferença desde a leitura anterior.', tone: 'neutral' },
  gap: {
    name: 'Depois de silêncio',
    meaning: 'Conta tudo o que passou enquanto não houve leitura.',
    tone: 'warn',
  },
  jitter: { name: 'Oscilação', meaning: 'O valor recuou e voltou: não conta.', tone: 'neutral' },
  'short-zero': {
    name: 'Zero momentâneo',
    meaning: 'O registrador mostrou zero e voltou: não conta.',
    tone: 'warn',
  },
  spike: { name: 'Salto falso', meaning: 'O valor saltou e voltou: não conta.', tone: 'warn' },
  reset: {
    name: 'Zerado',
    meaning: 'O registrador recomeçou do zero: conta o que ele mostra.',
    tone: 'warn',
  },
  rollover: {
    name: 'Virada',
    meaning: 'O registrador passou do último valor e recomeçou: conta as duas partes.',
    tone: 'neutral',
  },
  exchange: {
    name: 'Troca de medidor',
    meaning: 'Passou a valer outro contador: a diferença não conta.',
    tone: 'warn',
  },
  held: {
    name: 'Em espera',
    meaning: 'Duvidoso: os próximos valores decidem. Por enquanto não conta.',
    tone: 'bad',
  },
};

/** What an operator can say, in the order in which it is offered. */
export const CHOICES: readonly ChosenVerdict[] = [
  'normal',
  'reset',
  'rollover',
  'exchange',
  'short-zero',
  'jitter',
  'spike',
];

export const decisionText = ({ decision }: AnsweredStep): string | null => {
  if (decision === null) return null;
  const by = decision.by ?? 'conta removida';
  const what =
    decision.verdict === null ? 'voltou ao automático' : `decidiu “${verdictWords[decision.verdict].name}”`;
  return `${by} ${what}: ${decision.reason}`;
};
