import type { AnswerOf, BodyGiven, Call, ParamsGiven, QueryGiven } from '@nascente/contract/base/call';
import { failure } from '@nascente/contract/base/conventions';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { wasProved } from '../session-state/ask-proof.ts';
import { tellOtherTabs } from '../session-state/other-tabs.ts';
import { endSession, type SessionEnd, sessionToken } from '../session-state/session.ts';
import { ApiFailure, NETWORK_MESSAGE, unreached } from './api-failure.ts';

interface FirstAnswers {
  readonly token: string;
  /** By the clock of `performance`. */
  readonly askedAt: number;
  /** By method and address, such as 'GET /api/establishment'. */
  readonly asked: Record<string, Promise<Response> | undefined>;
  /** The contents of those that have come. */
  readonly came: Record<string, unknown>;
}

declare global {
  interface Window {
    firstAnswers?: FirstAnswers;
  }
}

/** Later than that the answer tells of another moment than the one in which it is wanted. */
const FRESH_MS = 10_000;

const freshFor = (token: string | null): FirstAnswers | undefined => {
  const { firstAnswers } = window;
  if (firstAnswers === undefined || firstAnswers.token !== token) return;
  return performance.now() - firstAnswers.askedAt > FRESH_MS ? undefined : firstAnswers;
};

/**
 * What the page asked the server with this token while the program was on its way (`app/first-paint/script.js`): each
 * answer is for the first who wants it.
 */
const takeFirstAnswer = (
  method: string,
  address: string,
  token: string | null,
): Promise<Response> | undefined => {
  const answers = freshFor(token);
  const question = `${method} ${address}`;
  const answer = answers?.asked[question];
  if (answers !== undefined) answers.asked[question] = undefined;
  return answer;
};

/** The content of such an answer where it has come already: what it fills is then drawn with it at once. */
const takeFirstContent = (method: string, address: string, token: string | null): unknown => {
  const content = freshFor(token)?.came[`${method} ${address}`];
  const isLeft = content !== undefined && takeFirstAnswer(method, address, token) !== undefined;
  return isLeft ? content : undefined;
};

// zod would otherwise try `new Function`, which the content security policy refuses and reports.
z.config({ jitless: true });

/** Absent where the call has none of it, optional where all of it is. */
type Only<Key extends string, T> = [T] extends [undefined]
  ? { [K in Key]?: undefined }
  : object extends T
    ? { [K in Key]?: T }
    : { [K in Key]: T };

/** What a call needs: the path's parameters, the query and the body, each as the contract takes it. */
type CallInput<C extends Call> = Only<'params', ParamsGiven<C>> &
  Only<'query', QueryGiven<C>> &
  Only<'body', BodyGiven<C>> & { headers?: Readonly<Record<string, string>> };

type AnyInput = {
  params?: unknown;
  query?: unknown;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
};

/** Where a call goes, on this host. */
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
  // A proxy or a server in trouble answers in its own words, which are not for people.
  return new ApiFailure({ type: status >= 502 ? 'unavailable' : 'error', msg: NETWORK_MESSAGE, status });
};

/** The specification has words of its own for each (section 8). */
const endOf = (call: Call): SessionEnd => {
  if (call.name === 'loginByToken') return 'expired-token';
  return call.path.startsWith('/consolidated/') ? 'expired-consolidated' : 'expired';
};

/** What a call failed with. Where the token it was made with is over, so is the session. */
export const refusalOf = (call: Call, token: string | null, status: number, answer: unknown): ApiFailure => {
  const failed = failureFrom(status, answer);
  // An answer to an older token must not end a session that began meanwhile.
  if (failed.type === 'expired' && call.access !== 'anyone' && token === sessionToken())
    endSession(endOf(call));
  return failed;
};

/** An answer as the contract has it. @throws ApiFailure where it is not as agreed */
export const checkedAnswer = <C extends Call>(call: C, status: number, answer: unknown): AnswerOf<C> => {
  const checked = call.answer.safeParse(answer);
  if (checked.success) return checked.data as AnswerOf<C>;
  const misfit = new Error(`${call.name}: the answer is not as agreed`, { cause: checked.error });
  throw new ApiFailure({ type: 'error', msg: NETWORK_MESSAGE, status }, misfit);
};

/**
 * Makes a call of the contract; only this file does, and `upload.ts` where progress is shown. Answers are checked
 * against the contract's schema in production too: 31 days by the hour, the largest answer, take 3 to 5 ms to check on
 * a laptop, less than to draw.
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
  tellOtherTabs(call);
  return checkedAnswer(call, response.status, answer);
};

/** The file that a call answers with. @throws ApiFailure as `request` */
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

/** What the page asked by itself, where it has come; else it is asked for as everything is. */
export const cameFirst = <C extends Call>(call: C, input: CallInput<NoInfer<C>>): AnswerOf<C> | undefined => {
  const content = takeFirstContent(call.method, addressOf(call, input), sessionToken());
  const checked = content === undefined ? undefined : call.answer.safeParse(content);
  return checked?.success ? (checked.data as AnswerOf<C>) : undefined;
};

/** Options of a TanStack query for a call: `useQuery(queryFor(readDay, { params: { mac }, query: { date } }))`. */
export const queryFor = <C extends Call>(call: C, input: CallInput<NoInfer<C>>) =>
  queryOptions<AnswerOf<C>, Error>({
    queryKey: [call.name, input],
    queryFn: ({ signal }) => request(call, input, signal),
    initialData: () => cameFirst(call, input),
  });
