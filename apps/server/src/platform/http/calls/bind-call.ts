import {
  type BodyOf,
  type Call,
  type ContentOf,
  type EditInput,
  type FieldOf,
  fieldOf,
  hasOk,
  type ParamsOf,
  type QueryOf,
} from '@nascente/contract/base/call';
import fastJsonStringify from 'fast-json-stringify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toJSONSchema } from 'zod';
import { actingAs } from '../../database/account-conditions.ts';
import { asOneReading } from '../../database/one-reading.ts';
import { AppError, Unavailable, UnsupportedType } from '../../errors.ts';
import { allowanceHeaders } from '../../limits/allowance.ts';
import { admit, confirmAccess, confirmChange, type Doorkeeper } from '../authenticate.ts';
import type { Actor, Caller } from '../caller.ts';
import { deviceOf } from '../device.ts';
import { type EditGuard, seenIn } from '../edit-guard.ts';
import type { ReadingTurns } from '../reading-turns.ts';
import { readInput } from './input.ts';
import { LargeAnswer } from './large-answer.ts';
import { StreamedAnswer } from './streamed-answer.ts';

/**
 * Interval of checking access during a download. With the time of the query, a download ends within two seconds after access is
 * lost.
 */
const CHECKED_EVERY_MS = 1_000;

/** Throws once access is lost. */
type AccessCheck = () => Promise<unknown>;

/** Checks the access to an answer until the answer is complete, since a slow client takes hours for a large file. */
interface DownloadAccess {
  require(check: AccessCheck): void;
  /** Resolves to the answer, or rejects as soon as a check fails. */
  orLost<T>(answer: Promise<T>): Promise<T>;
  /** Starts the checks; the loss of access then breaks the connection. */
  begin(): void;
}

/** Whether a failure means lost access. An outage of the database does not. */
const isLoss = (failure: unknown): failure is AppError =>
  failure instanceof AppError && !(failure instanceof Unavailable);

const followAccess = (reply: FastifyReply, everyMs = CHECKED_EVERY_MS): DownloadAccess => {
  const checks: AccessCheck[] = [];
  const lost = Promise.withResolvers<never>();
  lost.promise.catch(() => undefined);
  let isAnswering = false;
  let timer: NodeJS.Timeout;

  const lose = (failure: Error): void => {
    if (!isAnswering) lost.reject(failure);
    // The client detects an incomplete answer by the stream error (HTTP/2) or by the missing last chunk (HTTP/1.1).
    else reply.raw.destroy('stream' in reply.raw ? failure : undefined);
  };
  const checkAll = async (): Promise<void> => {
    try {
      for (const check of checks) await check();
    } catch (failure) {
      if (isLoss(failure)) return lose(failure);
    }
    if (!reply.raw.destroyed && !reply.raw.writableFinished) follow();
  };
  const follow = (): void => {
    timer = setTimeout(() => void checkAll(), everyMs).unref();
  };
  reply.raw.once('close', () => clearTimeout(timer));
  follow();

  return {
    require: (check) => void checks.push(check),
    orLost: (answer) => Promise.race([answer, lost.promise]),
    begin() {
      isAnswering = true;
    },
  };
};

type Redirecting = Call & { readonly access: 'anyone'; readonly method: 'GET'; readonly success: 302 };

/** Answers a link that a browser opens: `lead` runs its effect and returns the next address. */
export const bindRedirect = <const C extends Redirecting>(
  app: CallBinder,
  call: C,
  lead: (query: QueryOf<C>) => Promise<string>,
): void => {
  app.fastify.route({
    method: call.method,
    url: `/api${call.path}`,
    handler: async (request, reply) => {
      const { query } = readInput(call, request);
      const path = await lead(query as QueryOf<C>);
      return reply.header('cache-control', 'no-store').redirect(path, call.success);
    },
  });
};

type JsonSchema = Record<string, unknown>;

const isNull = ({ type }: JsonSchema): boolean => type === 'null';

/** The common type of all options; `undefined`: they have different types. */
const sharedType = (options: readonly JsonSchema[]): unknown => {
  const types = new Set(options.map((option) => ('const' in option ? option.type : undefined)));
  const [type] = types;
  return types.size === 1 ? type : undefined;
};

/**
 * Moves nullability beside the type, and replaces `anyOf` of constants of one type by that type, because the serializer would
 * validate each value against each option.
 */
const simplify = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(simplify);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { anyOf, ...rest } = schema as JsonSchema;
  if (!Array.isArray(anyOf))
    return Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, simplify(value)]));
  const options = anyOf.filter((option: JsonSchema) => !isNull(option));
  const nullable = options.length < anyOf.length ? { nullable: true } : {};
  const type = sharedType(options);
  if (type !== undefined) return { ...rest, type, ...nullable };
  const [only, ...others] = options.map(simplify) as JsonSchema[];
  if (only !== undefined && others.length === 0 && 'type' in only) {
    // In an option of a union, `enum` would refuse the null that `nullable` allows.
    const { enum: _, ...open } = only;
    return { ...rest, ...('nullable' in nullable ? open : only), ...nullable };
  }
  return { ...rest, anyOf: anyOf.map(simplify) };
};

/** Makes the serializer of a call's answers: fields outside the schema are never sent. */
export const makeAnswerWriter = ({ answer }: Pick<Call, 'answer'>): ((answer: unknown) => string) => {
  const { $schema: _, ...schema } = toJSONSchema(answer, { io: 'output', unrepresentable: 'any' });
  return fastJsonStringify(simplify(schema) as object);
};

/**
 * The serializer of a call, compiled with its first answer, because compiling all at the start takes longer than the rest of the
 * start.
 */
export const createAnswerWriter = (call: Pick<Call, 'answer'>) => {
  let write: ((answer: unknown) => string) | undefined;
  return (answer: unknown): string => {
    write ??= makeAnswerWriter(call);
    return write(answer);
  };
};

/** Maximum body with a session; files have limits of their own. */
const BODY_BYTES = 1024 * 1024;

const PACKED = { requestEncodings: ['gzip' as const] };
const refusePacked = async ({ headers }: FastifyRequest): Promise<void> => {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity')
    throw new UnsupportedType('Tipo de conteúdo não aceito: envie sem compactar.');
};

/** The HTTP server below /api to which calls are bound, and the authentication. */
export interface CallBinder {
  readonly fastify: FastifyInstance;
  readonly door: Doorkeeper;
  readonly readInTurn: ReadingTurns;
  readonly edits: EditGuard;
}

type CallerOf<C extends Call> = C['access'] extends 'session' | 'Admin' ? Actor : null;

export interface CallInput<C extends Call> {
  readonly params: ParamsOf<C>;
  readonly query: QueryOf<C>;
  readonly body: BodyOf<C>;
  readonly caller: CallerOf<C>;
  readonly request: FastifyRequest;
  /** For parts of an answer outside its body, such as a cookie. */
  readonly reply: FastifyReply;
  /** Aborted when the client has disconnected before the answer. */
  readonly signal: AbortSignal;
  /** Adds a check that is repeated until the answer is complete; its failure ends a download. */
  readonly requireThroughout: (check: AccessCheck) => void;
}

type Answer<A> = A | LargeAnswer<A> | StreamedAnswer;

/** Returns the fields of the answer except `ok`; nothing if there are none. */
export type CallHandler<C extends Call, A extends ContentOf<C> = ContentOf<C>> = (
  input: CallInput<C>,
) => Promise<Answer<A>> | Answer<A>;

const sendStream = (reply: FastifyReply, { stream, contentType, fileName }: StreamedAnswer): FastifyReply =>
  reply
    .type(contentType)
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .header('cache-control', 'no-store')
    .send(stream);

const goneSignal = (reply: FastifyReply): AbortSignal => {
  const gone = new AbortController();
  const leave = (): void => {
    if (!reply.raw.writableFinished) gone.abort(new Unavailable('Quem pediu não espera mais pela resposta.'));
  };
  if (reply.raw.destroyed) leave();
  else reply.raw.once('close', leave);
  return gone.signal;
};

/**
 * Binds a call of the contract: permission, then validation, then the handler, then serialization by the schema. Thrown errors
 * become failures of the contract.
 */
export const bindCall = <const C extends Call, const A extends ContentOf<C>>(
  app: CallBinder,
  call: C,
  handler: CallHandler<C, A>,
): void => {
  const callers = new WeakMap<FastifyRequest, Caller | null>();
  const read: CallHandler<C, A> = (input) =>
    app.readInTurn(input.caller, async () => asOneReading(() => handler(input)), input.signal);
  app.edits.offer(call, handler);
  const { edit } = call;
  const change: CallHandler<C, A> =
    edit === undefined
      ? handler
      : async (input) =>
          app.edits.guard(
            { of: edit, seen: seenIn(input.request.headers['if-match']) },
            input as typeof input & EditInput,
            async () => handler(input),
          );
  const run = call.effect === 'reads' ? read : change;
  const isFollowed = call.effect === 'reads';
  const writeAnswer = createAnswerWriter(call);
  const statesOk = hasOk(call);
  const wholeAnswer = (content: A) => (statesOk ? Object.assign({ ok: true }, content) : content);
  const isSigned = call.access === 'session' || call.access === 'Admin';
  /** Returns the caller, and runs a change under the caller's credential. A change is confirmed after its body has arrived. */
  const callerOf = async (request: FastifyRequest) => {
    const admitted = callers.get(request) ?? null;
    if (call.effect !== 'changes' || admitted === null)
      return { caller: admitted, as: <T>(work: () => T) => work() };
    const caller = await confirmChange(request, call, app.door);
    return { caller, as: <T>(work: () => T) => actingAs(caller, work) };
  };
  app.fastify.route({
    method: call.method,
    url: `/api${call.path}`,
    ...(isSigned && call.upload === undefined && { bodyLimit: BODY_BYTES }),
    ...(call.packed ? { decompress: PACKED } : { preParsing: refusePacked }),
    // An empty schema makes the HTTP library use the serializer for this status.
    schema: { response: { [call.success]: {} } },
    serializerCompiler: () => writeAnswer,
    onRequest: async (request, reply) => {
      const caller = await admit(request, call, app.door);
      if (caller?.allowance) reply.headers(allowanceHeaders(caller.allowance));
      callers.set(request, caller);
    },
    handler: async (request, reply) => {
      const input = readInput(call, request);
      const { caller: confirmed, as } = await callerOf(request);
      const caller = (confirmed && { ...confirmed, device: deviceOf(request) }) as CallerOf<C>;
      const access = isFollowed ? followAccess(reply) : null;
      if (caller !== null)
        access?.require(async () => {
          await confirmAccess(request, call, app.door);
        });
      const makeAnswer = () =>
        run({
          ...(input as Pick<CallInput<C>, 'params' | 'query' | 'body'>),
          caller,
          request,
          reply,
          signal: goneSignal(reply),
          requireThroughout: (check) => access?.require(check),
        });
      const answering = as(makeAnswer);
      const answer = await (access === null ? answering : access.orLost(Promise.resolve(answering)));
      access?.begin();
      reply.code(call.success);
      // Answers are personal: no cache stores them, not even the browser's.
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
      if (answer instanceof StreamedAnswer) return sendStream(reply, answer);
      if (!(answer instanceof LargeAnswer)) return reply.send(wholeAnswer(answer));
      const json = JSON.stringify(wholeAnswer(answer.content));
      return reply.type('application/json; charset=utf-8').send(Buffer.from(json));
    },
  });
};

/** Binds a call whose answer has one field except `ok`: the handler returns the value of that field. */
export const bindField = <const C extends Call>(
  app: CallBinder,
  call: C & ([FieldOf<C>] extends [never] ? never : unknown),
  handler: (input: CallInput<C>) => Promise<FieldOf<C>> | FieldOf<C>,
): void => {
  const field = fieldOf(call) ?? '';
  bindCall<C, ContentOf<C>>(app, call, async (input) => ({ [field]: await handler(input) }) as ContentOf<C>);
};
