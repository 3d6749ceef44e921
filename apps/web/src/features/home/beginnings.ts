import type { Establishment } from '@nascente/contract/establishments';
import type { Board } from '@nascente/contract/meters';

interface Beginning {
  readonly name: string;
  readonly isDone: boolean;
  /** Where it is done. */
  readonly to: string;
}

/** What a new account does first, one after another; empty once all of it is done. */
export const beginningsOf = (
  establishments: readonly Establishment[],
  boards: readonly Board[],
): readonly Beginning[] => {
  const [board] = boards;
  const meterPath = board === undefined ? '/registerBoard' : `/meter/${board.macAddress}`;
  const untold = boards.find(({ tax }) => tax === null);
  const steps = [
    { name: 'Cadastrar o estabelecimento', isDone: establishments.length > 0, to: '/new/establishment' },
    { name: 'Cadastrar o medidor', isDone: boards.length > 0, to: '/registerBoard' },
    {
      name: 'Conectar a placa',
      isDone: boards.some(({ lastSeen }) => lastSeen !== null),
      to: meterPath,
    },
    {
      name: 'Escolher a tarifa',
      isDone: boards.some(({ tax }) => tax !== null),
      to: untold === undefined ? '/registerBoard' : `/editBoard/${untold.macAddress}`,
    },
  ];
  return steps.every(({ isDone }) => isDone) ? [] : steps;
};
