import type { Call } from '@nascente/contract/base/call';
import { everyCall } from '@nascente/contract/every-call';
import { failureStatuses } from '@nascente/contract/openapi/field-descriptions';

const MIN_FAILURE = 400;

const parametersOf = (path: string): number => path.split(':').length;

/** A path without parameters goes before one that would take it too. */
const routes = everyCall
  .map((call) => ({ call, route: new RegExp(`^${call.path.replace(/:[A-Za-z]+/g, '[^/]+')}/?$`) }))
  .toSorted((a, b) => parametersOf(a.call.path) - parametersOf(b.call.path));

/** Throws where a call failed in a way that its OpenAPI document does not name: `fails` of the call does. */
export const requireDocumentedStatus = (method: Call['method'], url: string, status: number): void => {
  if (status < MIN_FAILURE) return;
  const [path = ''] = url.split('?');
  const found = routes.find(({ call, route }) => call.method === method && route.test(path));
  if (found === undefined || failureStatuses(found.call).some((named) => named === status)) return;
  throw new Error(`${found.call.name} failed with ${status}, which its description does not name.`);
};
