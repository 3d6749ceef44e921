import { createTurns, createTurnsByKey } from '../limits/turns.ts';

const PERSON_REFUSAL =
  'Ainda estamos trabalhando no seu pedido anterior. Aguarde alguns segundos e tente novamente.';
export const SERVER_REFUSAL = 'Há muitos pedidos demorados agora. Tente novamente em alguns segundos.';
const MAX_WAITING_OF_A_PERSON = 1;

/** Limits heavy work: of each person, one task runs and one waits; of all people, `concurrent` run and `waiting` wait. */
export const createPeopleTurns = ({ concurrent, waiting }: { concurrent: number; waiting: number }) => {
  const ofPeople = createTurns({ concurrent, waiting, refusal: SERVER_REFUSAL });
  const ofPerson = createTurnsByKey({
    concurrent: 1,
    waiting: MAX_WAITING_OF_A_PERSON,
    refusal: PERSON_REFUSAL,
  });
  return <T>(person: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> =>
    ofPerson(person, () => ofPeople(work, signal), signal);
};
