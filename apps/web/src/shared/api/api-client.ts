import type { AnswerOf, BodyInput, Call, ParamsInput, QueryInput } from '@nascente/contract/base/call';
import { failure } from '@nascente/contract/base/conventions';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { wasProved } from '../session-state/ask-proof.ts';
import { notifyOtherTabs } from '../session-state/other-tabs.ts';
import { endSession, type SessionEnd, sessionToken } from '../session-state/session.ts';
import { ApiFailure, NETWORK_MESSAGE, unreached } from './api-failure.ts';

/** The returned function marks answers of these calls, or of all, as stale; answers on screen are fetched again. */
export const useOutdate = (...calls: readonly Pick<Call, 'name'>[]): (() => Promise<void>) => {
  const queryClient = useQueryClient();
  return async () => {
    const filters = calls.length === 0 ? [{}] : calls.map(({ name }) => ({ queryKey: [name] }));
    await Promise.all(filters.map((filter) => queryClient.invalidateQueries(filter)));
  };
};

interface FirstAnswers {
  readonly token: string;
  /** Milliseconds on the clock of `performance`. */
  readonly requestedAt: number;
  /** Requests by method and address, such as 'GET /api/establishment'. */
  readonly requests: Record<string, Promise<Response> | undefined>;
  readonly came: Record<string, unknown>;
}

declare global {
  interface Window {
    firstAnswers?: FirstAnswers;
  }
}

/** Maximum age of an early answer. */
const FRESH_MS = 10_000;

const freshFor = (token: string | null): FirstAnswers | undefined => {
  const { firstAnswers } = window;
  if (firstAnswers === undefined || firstAnswers.token !== token) return;
  return performance.now() - firstAnswers.requestedAt > FRESH_MS ? undefined : firstAnswers;
};

/**
 * Takes the answer of a request that the page made with this token before the program loaded
 * (`app/first-paint/script.js`): each serves the first query only.
 */
const takeFirstAnswer = (
  method: string,
  address: string,
  token: string | null,
): Promise<Response> | undefined => {
  const answers = freshFor(token);
  const question = `${method} ${address}`;
  const answer = answers?.requests[question];
  if (answers !== undefined) answers.requests[question] = undefined;
  return answer;
};

/** The content of an answer already received, for the first render. */
const takeFirstContent = (method: string, address: string, token: string | null): unknown => {
  const content = freshFor(token)?.came[`${method} ${address}`];
  const isLeft = content !== undefined && takeFirstAnswer(method, address, token) !== undefined;
  return isLeft ? content : undefined;
};

// zod would otherwise try `new Function`, which the content security policy refuses and reports.
z.config({ jitless: true });

/** Absent if the call has no such part, optional if all fields of the part are. */
type Only<Key extends string, T> = [T] extends [undefined]
  ? { [K in Key]?: undefined }
  : object extends T
    ? { [K in Key]?: T }
    : { [K in Key]: T };

/** Input of a call: path parameters, query and body, as in the contract. */
type CallInput<C extends Call> = Only<'params', ParamsInput<C>> &
  Only<'query', QueryInput<C>> &
  Only<'body', BodyInput<C>> & { headers?: Readonly<Record<string, string>> };

type AnyInput = {
  params?: unknown;
  query?: unknown;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
};

/** The address of a call on this host. */
export const addressOf = (call: Call, { params, query }: AnyInput): string => {
  const entries = Object.entries(params ?? {});
  const path = entries.reduce(
    (text, [name, value]) => text.replace(`:${name}`, encodeURIComponent(String(value))),
    call.path,
  );
  const search = new URLSearchParams(
    Object.entries(query ?? {}).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  ).toString();
  return `/api${path}${search && `?${search}`}`;
};

const send = async (call: Call, input: AnyInput, signal: AbortSignal | undefined): Promise<Response> => {
  const token = sessionToken();
  const headers = new Headers({ accept: 'application/json', ...input.headers });
  if (token !== null && !headers.has('access-token')) headers.set('access-token', token);
  if (input.body !== undefined) headers.set('content-type', 'application/json');
  const address = addressOf(call, input);
  try {
    const first = takeFirstAnswer(call.method, address, headers.get('access-token'));
    if (first !== undefined) return await first;
    return await fetch(new URL(address, window.location.origin), {
      method: call.method,
      headers,
      cache: 'no-store',
      ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
      ...(signal ? { signal } : {}),
    });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw unreached(token !== null, cause);
  }
};

const failureFrom = (status: number, answer: unknown): ApiFailure => {
  const said = failure.safeParse(answer);
  if (said.success) return new ApiFailure({ ...said.data, status });
  // A proxy or a failing server answers with messages that are not for users.
  return new ApiFailure({ type: status >= 502 ? 'unavailable' : 'error', msg: NETWORK_MESSAGE, status });
};

/** Why a session ends: the specification has separate messages (section 8). */
const endOf = (call: Call): SessionEnd => {
  if (call.name === 'loginByToken') return 'expired-token';
  return call.path.startsWith('/consolidated/') ? 'expired-consolidated' : 'expired';
};

/** The failure of a call. An expired token ends its session. */
export const refusalOf = (call: Call, token: string | null, status: number, answer: unknown): ApiFailure => {
  const failed = failureFrom(status, answer);
  // An answer to an older token must not end a newer session.
  if (failed.type === 'expired' && call.access !== 'anyone' && token === sessionToken())
    endSession(endOf(call));
  return failed;
};

/**
 * An answer checked against the contract.
 * @throws ApiFailure when it does not match
 */
export const checkedAnswer = <C extends Call>(call: C, status: number, answer: unknown): AnswerOf<C> => {
  const checked = call.answer.safeParse(answer);
  if (checked.success) return checked.data as AnswerOf<C>;
  const misfit = new Error(`${call.name}: the answer is not as agreed`, { cause: checked.error });
  throw new ApiFailure({ type: 'error', msg: NETWORK_MESSAGE, status }, misfit);
};

/**
 * Makes a call of the contract; only this file and `upload.ts` use the network. Answers are validated in production
 * too: the largest, 31 days by the hour, takes 3 to 5 ms on a laptop, less than rendering it.
 * @throws ApiFailure for everything but an aborted signal
 */
export const request = async <C extends Call>(
  call: C,
  input: CallInput<NoInfer<C>>,
  signal?: AbortSignal,
): Promise<AnswerOf<C>> => {
  const token = input.headers?.['access-token'] ?? sessionToken();
  const response = await send(call, input, signal);
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) {
    const refusal = refusalOf(call, token, response.status, answer);
    if (await wasProved(refusal)) return request(call, input, signal);
    throw refusal;
  }
  notifyOtherTabs(call);
  return checkedAnswer(call, response.status, answer);
};

/**
 * The file a call answers with.
 * @throws ApiFailure as `request`
 */
export const requestFile = async <C extends Call>(
  call: C,
  input: CallInput<NoInfer<C>>,
  signal?: AbortSignal,
): Promise<Blob> => {
  const token = sessionToken();
  const response = await send(call, input, signal);
  if (response.ok) return response.blob();
  throw refusalOf(call, token, response.status, await response.json().catch(() => null));
};

/** The page's early answer if it has arrived, otherwise undefined. */
export const cameFirst = <C extends Call>(call: C, input: CallInput<NoInfer<C>>): AnswerOf<C> | undefined => {
  const content = takeFirstContent(call.method, addressOf(call, input), sessionToken());
  const checked = content === undefined ? undefined : call.answer.safeParse(content);
  return checked?.success ? (checked.data as AnswerOf<C>) : undefined;
};

/** Query options of a call: `useQuery(queryFor(readDay, { params: { mac }, query: { date } }))`. */
export const queryFor = <C extends Call>(call: C, input: CallInput<NoInfer<C>>) =>
  queryOptions<AnswerOf<C>, Error>({
    queryKey: [call.name, input],
    queryFn: ({ signal }) => request(call, input, signal),
    initialData: () => cameFirst(call, input),
  });
