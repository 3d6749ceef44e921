import { ApiFailure } from '../../../shared/api/api-failure.ts';

const UNEXPECTED = 'Algo de errado aconteceu, tente novamente mais tarde!';

/** What the server refuses it says itself; of everything else nobody can make anything. */
export const wordsOf = (failure: Error): string =>
  failure instanceof ApiFailure && failure.status >= 400 && failure.status < 500 ? failure.msg : UNEXPECTED;
