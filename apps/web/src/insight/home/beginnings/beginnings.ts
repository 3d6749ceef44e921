import type { Establishment } from '@nascente/contract/sites/establishments';
import type { Board } from '@nascente/contract/sites/meters';

export interface Beginning {
  readonly name: string;
  readonly isDone: boolean;
  /** The screen of the step. */
  readonly to: string;
  /** True for a step without which figures are complete; it is shown below the figures. */
  readonly isLater?: boolean;
}

/** Facts outside the shell's lists; undefined: unknown, or not for this profile. */
interface LaterSteps {
  readonly hasContract?: boolean | undefined;
  readonly hasInvited?: boolean | undefined;
  /** Whether alerts are sent by e-mail or push. */
  readonly hearsOfAlerts?: boolean | undefined;
}

/** The state before these facts are queried. */
export const NO_LATER_STEPS: LaterSteps = {};

/** The establishment whose contract a new account enters: it buys electricity. */
export const contractEstablishmentOf = (
  establishments: readonly Establishment[],
  boards: readonly Board[],
): Establishment | undefined =>
  establishments.find(({ _id }) =>
    boards.some(({ establishmentId, type }) => establishmentId === _id && type === 'eletric'),
  );

/** The remaining steps of a new account; empty once all are done. */
export const beginningsOf = (
  establishments: readonly Establishment[],
  boards: readonly Board[],
  { hasContract, hasInvited, hearsOfAlerts }: LaterSteps,
): readonly Beginning[] => {
  const [board] = boards;
  const meterPath = board === undefined ? '/registerBoard' : `/meter/${board.macAddress}`;
  const missing = boards.find(({ tax }) => tax === null);
  const billed = contractEstablishmentOf(establishments, boards);
  const steps: readonly Beginning[] = [
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
      to: missing === undefined ? '/registerBoard' : `/editBoard/${missing.macAddress}`,
    },
    ...(hasContract === undefined || billed === undefined
      ? []
      : [
          {
            name: 'Informar o contrato de energia',
            isDone: hasContract,
            to: `/bill/${billed._id}/contract`,
            isLater: true,
          },
        ]),
    ...(hasInvited === undefined
      ? []
      : [{ name: 'Convidar um cliente', isDone: hasInvited, to: '/users', isLater: true }]),
    ...(hearsOfAlerts === undefined
      ? []
      : [{ name: 'Receber os avisos', isDone: hearsOfAlerts, to: '/alerts/notices', isLater: true }]),
  ];
  return steps.every(({ isDone }) => isDone) ? [] : steps;
};
