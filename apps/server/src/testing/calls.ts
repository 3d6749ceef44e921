import type { Call } from '@nascente/contract/base/call';
import type { TestServer } from './test-server.ts';

/** What a call is made with; a path parameter that is not given is left as it stands. */
export interface Request {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
  /** The file of a form, sent instead of a body. */
  readonly file?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
}

const urlOf = (call: Call, { params = {}, query = {} }: Request): string => {
  const path = call.path.replace(/:(\w+)/g, (total, name: string) => params[name] ?? total);
  const search = new URLSearchParams(query).toString();
  return `/api${path}${search === '' ? '' : `?${search}`}`;
};

/** Makes a call of the contract against the running server, and does not follow where it leads. */
export const makeCall = async (
  server: Pick<TestServer, 'url'>,
  call: Call,
  token: string | null,
  request: Request = {},
): Promise<Answer> => {
  const hasBody = call.method !== 'GET';
  const form = new FormData();
  if (request.file !== undefined)
    form.append(call.upload?.field ?? '', new Blob([request.file]), 'arquivo.csv');
  const isForm = request.file !== undefined;
  const answer = await fetch(server.url + urlOf(call, request), {
    method: call.method,
    redirect: 'manual',
    headers: {
      ...request.headers,
      ...(token === null ? {} : { 'access-token': token }),
      ...(hasBody && !isForm ? { 'content-type': 'application/json' } : {}),
    },
    ...(hasBody ? { body: isForm ? form : JSON.stringify(request.body ?? {}) } : {}),
  });
  return { status: answer.status, text: await answer.text() };
};
