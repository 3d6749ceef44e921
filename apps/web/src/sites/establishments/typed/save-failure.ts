import { ApiFailure } from '../../../shared/api/api-failure.ts';
import { STEPS } from '../steps/steps.ts';

const UNEXPECTED = 'Algo inesperado aconteceu, tente novamente mais tarde.';
const REVIEW = 'Por favor, revise os dados inseridos.';

/** The messages of a failed registration: the server's for a rejection, otherwise the usual ones. */
export const textOfFailure = (failure: Error): readonly string[] => {
  if (!(failure instanceof ApiFailure) || failure.msg === '') return [UNEXPECTED];
  if (failure.status === 400) return [failure.msg, REVIEW];
  // No answer, an unexpected answer, or a failing server.
  return failure.status >= 401 && failure.status < 500 ? [failure.msg] : [UNEXPECTED];
};

/** The server's errors by field; a registered CNPJ is reported at the CNPJ. */
export const refusedFields = (failure: Error): readonly { path: string; msg: string }[] => {
  if (!(failure instanceof ApiFailure) || failure.status !== 400) return [];
  if (failure.errors.length === 0 && failure.type === 'duplicate')
    return [{ path: 'cnpj', msg: failure.msg }];
  return failure.errors.map(({ path, msg }) => ({
    path: path.startsWith('businessHours') ? 'businessHours' : path,
    msg,
  }));
};

const FIRST_PARTS: Record<(typeof STEPS)[number]['name'], readonly string[]> = {
  business: [],
  hours: ['businessHours'],
  bill: ['bill', 'voltage', 'consumerUnit', 'solarPanel', 'tax'],
  equipment: ['equipmentsMetaData', 'equipments'],
};

/** The step of a field. */
export const stepOfField = (path: string): number => {
  const [first = ''] = path.split('.');
  return Math.max(
    0,
    STEPS.findIndex(({ name }) => FIRST_PARTS[name].includes(first)),
  );
};
