import type { Call } from '@nascente/contract/base/call';
import { failure } from '@nascente/contract/base/conventions';
import { may } from '@nascente/domain/people/permissions';
import { type Profile, profiles } from '@nascente/domain/people/profiles';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { TestServer } from '../test-server.ts';
import { foreignWords } from './foreign-texts.ts';
import { createFullCustomer, type FullCustomer } from './full-customer.ts';
import { hostileText, hostileValue } from './hostile-values.ts';
import { valueFor } from './value-by-schema.ts';

/** Longer than any honest call takes here: an answer that is still missing was lost. */
const MAX_ANSWER_MS = 20_000;
/** Ask services outside, which nobody reaches from a test. */
const ASKING_OUTSIDE: ReadonlySet<string> = new Set(['lookUpCnpj', 'lookUpCep', 'testAlertWebhook']);

interface WireRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | FormData | undefined;
}

const entriesOf = (fields: unknown): readonly (readonly [string, unknown])[] =>
  typeof fields === 'object' && fields !== null ? Object.entries(fields) : [];

/** What a URL can hold of it; a lone half of a character becomes another. */
const asText = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed().slice(0, 2_000);

/** A client makes another path of these before it asks. */
const LEADING_ELSEWHERE: ReadonlySet<string> = new Set(['', '.', '..']);

const pathOf = (call: Call, params: unknown): string => {
  const values = new Map(entriesOf(params));
  return call.path.replace(/:(\w+)/g, (_, name: string) => {
    const text = asText(values.get(name));
    return LEADING_ELSEWHERE.has(text) ? '-' : encodeURIComponent(text);
  });
};

const queryOf = (query: unknown): string => {
  const pairs = entriesOf(query).map(([name, value]) => [name, asText(value)] as [string, string]);
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`;
};

/** Instead of what is drawn. */
interface Provided {
  readonly isLargest?: boolean;
  readonly body?: object;
  /** The body as a whole: nothing of it is drawn. */
  readonly fullBody?: object;
  readonly file?: Buffer;
}

const formOf = (field: string, content: Buffer | string): FormData => {
  const form = new FormData();
  form.append(
    field,
    new Blob([typeof content === 'string' ? content : new Uint8Array(content)]),
    'arquivo.csv',
  );
  return form;
};

/** A request by the schemas of its call. */
const bySchema = (
  call: Call,
  customer: FullCustomer,
  hostileOneIn: number,
  provided: Provided = {},
): fc.Arbitrary<WireRequest> => {
  const hint = customer.hints(call);
  const ways = { hint, hostileOneIn, isLargest: provided.isLargest ?? false };
  return fc
    .record({
      params: call.params ? valueFor(call.params, ways) : fc.constant({}),
      query: call.query ? valueFor(call.query, ways) : fc.constant({}),
      body:
        call.body && provided.fullBody === undefined
          ? valueFor(call.body, ways)
          : fc.constant(provided.fullBody ?? {}),
      file: hostileOneIn === 0 ? fc.constant(provided.file ?? customer.file(call)) : hostileText,
    })
    .map(({ params, query, body: drawn, file }): WireRequest => {
      const body = provided.body === undefined ? drawn : { ...(drawn as object), ...provided.body };
      const path = pathOf(call, params) + queryOf(query);
      if (call.method === 'GET') return { path, headers: {}, body: undefined };
      if (call.upload) return { path, headers: {}, body: formOf(call.upload.field, file) };
      return { path, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) ?? '' };
    });
};

const CONTENT_TYPES = [
  'application/json',
  'application/json; charset=utf-16',
  'text/plain',
  'text/csv',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  '',
  ';;;',
] as const;
const BROKEN_BODIES = [
  '',
  '{',
  '"',
  'null',
  '[1,2',
  '{"a":1,"a":2}',
  '\ufeff{}',
  '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc',
  '--x--',
  `${'['.repeat(100_000)}`,
  `{"${'k'.repeat(100_000)}":1}`,
] as const;

/** A request that is broken below its schemas: its address, its kind, its text. */
const byWire = (call: Call): fc.Arbitrary<WireRequest> =>
  fc
    .record({
      segments: fc.array(
        fc.oneof(
          // A client resolves a plain '..' itself and asks another call.
          fc.constantFrom('%', '%zz', '%c3%28', '..%2f', '//', ';'),
          hostileText.map(asText).filter((text) => !LEADING_ELSEWHERE.has(text)),
        ),
        {
          minLength: 4,
          maxLength: 4,
        },
      ),
      isRaw: fc.boolean(),
      query: fc.oneof(
        fc.constantFrom(
          '',
          '?',
          '?&&&',
          '?a=1&a=2',
          '?__proto__=1',
          '?start[]=1&end[a]=2',
          '?%',
          `?${'a&'.repeat(2_000)}`,
        ),
        fc
          .dictionary(fc.constantFrom('start', 'end', 'type', 'limit', 'skip', 'x'), hostileText)
          .map(queryOf),
      ),
      type: fc.constantFrom(...CONTENT_TYPES),
      encoding: fc.constantFrom('', '', '', 'gzip', 'br', 'zstd', 'identity', 'compress'),
      body: fc.oneof(
        fc.constantFrom(...BROKEN_BODIES),
        hostileValue.map((value) => JSON.stringify(value) ?? ''),
      ),
    })
    .map(({ segments, isRaw, query, type, encoding, body }): WireRequest => {
      let next = 0;
      const path = call.path.replace(/:\w+/g, () => {
        const segment = segments[next++] ?? '';
        return isRaw ? segment.replace(/[^\x21-\x7e]|[?#]/g, '') : encodeURIComponent(segment);
      });
      const headers = {
        ...(type === '' ? {} : { 'content-type': type }),
        ...(encoding === '' ? {} : { 'content-encoding': encoding }),
      };
      return { path: path + query, headers, body: call.method === 'GET' ? undefined : body };
    });

interface Notified {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

const ask = async (
  server: TestServer,
  call: Call,
  { token, boardAuthorization }: FullCustomer,
  request: WireRequest,
): Promise<Notified> => {
  const authorization = call.name === 'ingestReadings' ? boardAuthorization : `Bearer ${token}`;
  const answer = await fetch(`${server.url}/api${request.path}`, {
    method: call.method,
    redirect: 'manual',
    signal: AbortSignal.timeout(MAX_ANSWER_MS),
    headers: { ...request.headers, authorization },
    ...(request.body === undefined ? {} : { body: request.body }),
  });
  return {
    status: answer.status,
    type: answer.headers.get('content-type') ?? '',
    text: await answer.text(),
  };
};

/** What is wrong with an answer; null: nothing. */
const faultOf = (call: Call, { status, type, text }: Notified): string | null => {
  if (status === 503 && ASKING_OUTSIDE.has(call.name)) return null;
  if (status >= 500) return `answered ${status}`;
  // Another path than the call's own: the file of a page, or the way to it.
  if (status < 400 && (status !== call.success || !type.includes('application/json'))) return null;
  if (status < 400)
    return call.answer.safeParse(JSON.parse(text)).success ? null : 'answered what its schema does not say';
  const refusal = failure.safeParse(JSON.parse(text));
  if (!refusal.success) return 'refused in another shape than every failure has';
  const texts = [refusal.data.msg, ...(refusal.data.errors ?? []).map(({ msg }) => msg)].flatMap(
    foreignWords,
  );
  return texts.length > 0 ? `refused in foreign words: ${texts.join(', ')}` : null;
};

const shownShort = (body: WireRequest['body']): string =>
  body instanceof FormData ? 'a file' : (body ?? '').slice(0, 1_500);

/** Each kind of request comes as often as the others. */
const KINDS = [0, 0, 12, 4, 'wire'] as const;

/** Customers to ask as: one for all calls that only read, another for each that changes something. */
const createCustomers = (server: TestServer) => {
  const readers = new Map<Profile, Promise<FullCustomer>>();
  return {
    profileFor({ permission }: Call): Profile {
      const able =
        permission === undefined ? profiles : profiles.filter((profile) => may(profile, permission));
      return able.find((one) => one === 'Manager') ?? able[0] ?? 'Admin';
    },
    async forCall(call: Call, isNew = call.effect === 'changes'): Promise<FullCustomer> {
      const profile = this.profileFor(call);
      const earlier = isNew ? undefined : readers.get(profile);
      const customer = earlier ?? createFullCustomer(server, profile);
      if (call.effect === 'reads') readers.set(profile, customer);
      return customer;
    },
  };
};

/**
 * Asks a call for everything that its schema lets pass, for what it does not, and for what is no request at all, as
 * somebody who may make it and has one of everything. Tells how often it was answered with a success.
 */
export const createFuzz = (server: TestServer) => {
  const customers = createCustomers(server);
  const seed = Number(fc.readConfigureGlobal().seed ?? 0);

  const drawn = (call: Call, customer: FullCustomer, kind: number, count: number): readonly WireRequest[] => {
    const hostileOneIn = KINDS[kind] ?? 0;
    const requests = hostileOneIn === 'wire' ? byWire(call) : bySchema(call, customer, hostileOneIn);
    return fc.sample(requests, { numRuns: count, seed: seed + kind });
  };

  return async (call: Call, cases: number): Promise<number> => {
    let customer = await customers.forCall(call);
    let answered = 0;
    for (const kind of KINDS.keys()) {
      for (const request of drawn(call, customer, kind, Math.ceil(cases / KINDS.length))) {
        const answer = await ask(server, call, customer, request);
        const { path, headers, body } = request;
        const requested = `${call.method} ${path.slice(0, 600)} ${JSON.stringify(headers)} ${shownShort(body)}`;
        expect(
          faultOf(call, answer),
          `${call.name}: ${requested} → ${answer.status} ${answer.text.slice(0, 600)}`,
        ).toBeNull();
        if (answer.status < 400) answered += 1;
        // It has ended its own session, or given up its account.
        if (answer.status === 401) customer = await customers.forCall(call, true);
      }
    }
    return answered;
  };
};

/** Sends a call the largest inputs that its schema lets pass, as somebody who may make it. @returns the statuses */
export const createLargestRequests = (server: TestServer) => {
  const customers = createCustomers(server);
  return async (call: Call, count: number, provided: Provided): Promise<number[]> => {
    const customer = await customers.forCall(call);
    const requests = fc.sample(bySchema(call, customer, 0, { ...provided, isLargest: true }), {
      numRuns: count,
      seed: 1,
    });
    const answers = await Promise.all(requests.map((request) => ask(server, call, customer, request)));
    return answers.map(({ status }) => status);
  };
};
