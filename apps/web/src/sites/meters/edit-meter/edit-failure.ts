import { ApiFailure } from '../../../shared/api/api-failure.ts';

const UNEXPECTED = 'Algo de errado aconteceu, tente novamente mais tarde!';

/** The server's message of a rejection, otherwise a general one. */
export const textOf = (failure: Error): string =>
  failure instanceof ApiFailure && failure.status >= 400 && failure.status < 500 ? failure.msg : UNEXPECTED;
