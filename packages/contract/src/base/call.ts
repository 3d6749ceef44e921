import type { Action } from '@nascente/domain/people/permissions';
import { z } from 'zod/mini';
import type { AuditAction } from './audit-actions.ts';
import { mac, ok } from './conventions.ts';

interface TypedEdit<R extends Call, Body> extends Pick<Edit, 'actions'> {
  readonly asking: (provided: EditInput<Body>) => ReturnType<Edit['asking']>;
  readonly seen: (answer: AnswerOf<R>, provided: EditInput<Body>) => ReturnType<Edit['seen']>;
  readonly about: (answer: AnswerOf<R>, provided: EditInput<Body>) => ReturnType<Edit['about']>;
}

/** Checks an edit against the types of the answer of `read` and of its own body. */
export const editOf = <const R extends Call, Body = unknown>(read: R, edit: TypedEdit<R, Body>): Edit =>
  ({ ...edit, read }) as unknown as Edit;

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The access that a call requires; the service behind it decides about the visible data. */
export type Access = 'anyone' | 'session' | 'Admin' | 'operations';

/**
 * `reads`: the call changes nothing except records of the request itself, such as the time of last use. The HTTP method does not
 * show the effect, because in the specification some POST calls read and some GET calls change data.
 */
type Effect = 'reads' | 'changes';

type Schema = z.ZodMiniType;

/** The one file of a `multipart/form-data` body, which is sent instead of JSON. */
export interface Upload {
  readonly field: string;
  /** Content types for the file dialog. The server determines the type from the content. */
  readonly types: readonly string[];
  readonly maxBytes: number;
  /** Portuguese messages for a refused file. */
  readonly texts: { readonly missing: string; readonly tooLarge: string };
}

/** Failures of a call that do not follow from its parts; `failureStatuses` (`openapi/field-descriptions.ts`) derives the others. */
export type WayToFail =
  | 'credentials'
  | 'not-allowed'
  | 'not-found'
  | 'conflict'
  | 'too-large'
  | 'wrong-kind'
  | 'too-many';

/** The input of an edit. */
export interface EditInput<Body = unknown> {
  readonly params: Readonly<Record<string, string>>;
  readonly body: Body;
}

/**
 * An edit of an object that several users may edit. A request may name in `If-Match` the version that the editor saw: a
 * fingerprint of the replaced fields. If the stored version differs, the call fails with type `changed`.
 */
export interface Edit {
  /** The call that reads the replaced object for the same caller. */
  readonly read: Call;
  readonly asking: (provided: EditInput) => { readonly params?: object; readonly query?: object };
  /** Fingerprint of the replaced fields; `null` if the answer does not contain the edited object. */
  readonly seen: (answer: unknown, provided: EditInput) => string | null;
  /** The audited actions of this edit, and the details that identify its object. */
  readonly actions: readonly AuditAction[];
  readonly about: (answer: unknown, provided: EditInput) => readonly Readonly<Record<string, string>>[];
}

type Success = 200 | 201 | 302;

/** Named fields of an answer. */
type Fields = Readonly<Record<string, Schema>>;

interface CallParts {
  readonly name: string;
  /** The purpose in one or more sentences, for the OpenAPI document. */
  readonly summary: string;
  readonly fails?: readonly WayToFail[];
  readonly params?: Schema | undefined;
  readonly query?: Schema;
  readonly body?: Schema;
  readonly upload?: Upload;
  /** An example of the body as text/plain, which the call also accepts. */
  readonly textBody?: { readonly example: string };
  /** The body may be packed with gzip. */
  readonly packed?: boolean;
  /** How a call for anyone identifies its caller, if it does. */
  readonly credentials?: 'basic';
  /** The replaced object, if two people may edit it at once. */
  readonly edit?: Edit;
  /**
   * The call fails with type `proof` if the last proof of identity is older than ten minutes. An API key cannot prove identity:
   * `no-key` refuses API keys, `sessions` accepts them without a proof.
   */
  readonly needsRecentProof?: 'no-key' | 'sessions';
  /** Content types of an answer that is a file; `answer` is then ignored. */
  readonly download?: readonly string[];
}

/** The access that a call requires. For a session, the caller's profile must have the permission. */
type CallAccess =
  | { readonly access: 'anyone' | 'operations'; readonly permission?: undefined }
  | { readonly access: 'session' | 'Admin'; readonly permission: Action };

/** One call of the HTTP API, described once: handler, client, OpenAPI document and permission matrices use it. */
export type Call = CallParts &
  CallAccess & {
    readonly method: Method;
    /** Path below /api, with `:name` parameters. */
    readonly path: string;
    readonly effect: Effect;
    /** 302: the answer is a redirect, without a body. */
    readonly success: Success;
    readonly answer: Schema;
  };

/** A call as its area writes it: `defineCall` adds the usual access, effect, status and `ok`. */
type CallSource = CallParts & {
  /** Method and path below /api, with `:name` parameters: `:mac` is a MAC, others are texts unless `params` says more. */
  readonly route: `${Method} /${string}`;
  /** Default: GET reads, other methods change. */
  readonly effect?: Effect;
  /** Default: 200. */
  readonly success?: Success;
  /** Fields other than `ok`, or the schema of an answer that has no `ok`. Default: `ok` alone. */
  readonly answer?: Fields | Schema;
} & (
    | { readonly access: 'anyone' | 'operations'; readonly permission?: undefined }
    /** Default: a session. */
    | { readonly access?: 'session' | 'Admin'; readonly permission: Action }
  );

/** Names of the parameters of a route. */
type NamesIn<Route extends string> = Route extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<`/${Rest}`>
  : Route extends `${string}:${infer Name}`
    ? Name
    : never;

type ParamsOfRoute<Route extends string> = [NamesIn<Route>] extends [never]
  ? undefined
  : z.ZodMiniObject<{ [Name in NamesIn<Route>]: Name extends 'mac' ? typeof mac : z.ZodMiniString }>;

interface Completed<S extends CallSource> {
  readonly method: S['route'] extends `${infer M extends Method} /${string}` ? M : never;
  readonly path: string;
  readonly params: S['params'] extends Schema ? S['params'] : ParamsOfRoute<S['route']>;
  readonly effect: Effect;
  readonly access: S['access'] extends Access ? S['access'] : 'session';
  readonly success: S['success'] extends Success ? S['success'] : 200;
  readonly answer: S['answer'] extends Schema
    ? S['answer']
    : z.ZodMiniObject<{ ok: typeof ok } & (S['answer'] extends Fields ? S['answer'] : unknown)>;
}

type Of<S> = S extends Schema ? z.output<S> : undefined;
type InputOf<S> = S extends Schema ? z.input<S> : undefined;
export type ParamsOf<C extends Call> = Of<C['params']>;
export type QueryOf<C extends Call> = Of<C['query']>;
export type BodyOf<C extends Call> = Of<C['body']>;
export type BodyInput<C extends Call> = InputOf<C['body']>;
export type ParamsInput<C extends Call> = InputOf<C['params']>;
export type QueryInput<C extends Call> = InputOf<C['query']>;
export type AnswerOf<C extends Call> = z.output<C['answer']>;

type WithoutOk<A> = A extends { ok: true } ? Omit<A, 'ok'> : A;

/** The fields of an answer except `ok`, which the server adds. Any value if there are none. */
export type ContentOf<C extends Call> = [keyof WithoutOk<AnswerOf<C>>] extends [never]
  ? unknown
  : WithoutOk<AnswerOf<C>>;

type Only<K, All = K> = K extends unknown ? ([All] extends [K] ? K : never) : never;

/** The value of the only field of an answer except `ok`; `never` if it has another number of fields. */
export type FieldOf<C extends Call> =
  WithoutOk<AnswerOf<C>> extends infer A ? A[Only<keyof A> & keyof A] : never;

/** The name of the only field of an answer except `ok`. */
export const fieldOf = ({ answer }: Pick<Call, 'answer'>): string | undefined =>
  answer instanceof z.ZodMiniObject ? Object.keys(answer.shape).find((name) => name !== 'ok') : undefined;

/** Whether answers of a call state `ok`. */
export const hasOk = ({ answer }: Pick<Call, 'answer'>): boolean =>
  answer instanceof z.ZodMiniObject && 'ok' in answer.shape;

const paramsOf = (path: string) => {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  if (names.length === 0) return undefined;
  return z.object(Object.fromEntries(names.map((name) => [name, name === 'mac' ? mac : z.string()])));
};

const isSchema = (answer: Fields | Schema): answer is Schema => '_zod' in answer;

/** Returns the complete call with its literal types, from which server and client infer parameters, body and answer. */
export const defineCall = <const S extends CallSource>(
  source: S,
): Omit<S, keyof Completed<S>> & Completed<S> => {
  const [method = '', path = ''] = source.route.split(' ');
  const { answer = {} } = source;
  return {
    effect: method === 'GET' ? 'reads' : 'changes',
    access: 'session',
    success: 200,
    ...source,
    method,
    path,
    params: source.params ?? paramsOf(path),
    answer: isSchema(answer) ? answer : z.object({ ok, ...answer }),
  } as unknown as Omit<S, keyof Completed<S>> & Completed<S>;
};
