import type { Action } from '@nascente/domain/people/permissions';
import type { z } from 'zod/mini';
import type { AuditAction } from './audit-actions.ts';

interface TypedEdit<R extends Call, Body> extends Pick<Edit, 'actions'> {
  readonly asking: (provided: EditInput<Body>) => ReturnType<Edit['asking']>;
  readonly seen: (answer: AnswerOf<R>, provided: EditInput<Body>) => ReturnType<Edit['seen']>;
  readonly about: (answer: AnswerOf<R>, provided: EditInput<Body>) => ReturnType<Edit['about']>;
}

/** Keeps the types of the answer that is read, and of the body that is sent. */
export const editOf = <const R extends Call, Body = unknown>(read: R, edit: TypedEdit<R, Body>): Edit =>
  ({ ...edit, read }) as unknown as Edit;

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The access that a call requires; the service behind it decides about the visible data. */
export type Access = 'anyone' | 'session' | 'Admin' | 'operations';

/** `reads` changes nothing but traces of the request. The method does not tell, as boards read by POST and change by GET. */
type Effect = 'reads' | 'changes';

type Schema = z.ZodMiniType;

/** The one file of a `multipart/form-data` body, which is sent instead of JSON. */
export interface Upload {
  readonly field: string;
  /** Content types, for a file dialog; the server looks at the content. */
  readonly types: readonly string[];
  readonly maxBytes: number;
  /** Why a file is refused, in Portuguese. */
  readonly texts: { readonly missing: string; readonly tooLarge: string };
}

/** Failures of a call that do not follow from its parts; `openapi/failure-statuses.ts` derives the others. */
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

/** The replaced fields. `If-Match` may name the version an editor saw, as their fingerprint; another one is type `changed`. */
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

interface CallShape {
  readonly name: string;
  readonly method: Method;
  readonly effect: Effect;
  /** Path below /api, with `:name` parameters. */
  readonly path: string;
  /** The purpose in one or more sentences, for the OpenAPI document. */
  readonly summary: string;
  readonly fails?: readonly WayToFail[];
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  readonly upload?: Upload;
  /** The body may also be sent as text/plain: an example of it. */
  readonly textBody?: { readonly example: string };
  /** The body may be packed with gzip. */
  readonly packed?: boolean;
  /** How a call for anyone identifies its caller, if it does. */
  readonly credentials?: 'basic';
  /** The replaced object, if two people may edit it at once. */
  readonly edit?: Edit;
  /** Refused with type `proof` ten minutes after the last proof. An API key has none: `no-key` refuses it, `sessions` permits. */
  readonly needsRecentProof?: 'no-key' | 'sessions';
  /** Content types of an answer that is a file; `answer` then describes nothing. */
  readonly download?: readonly string[];
  /** 302: the answer is a redirect, without a body. */
  readonly success: 200 | 201 | 302;
  readonly answer: Schema;
}

/** The access that a call requires. For a session, the caller's profile must have the permission. */
type CallAccess =
  | { readonly access: 'anyone' | 'operations'; readonly permission?: undefined }
  | { readonly access: 'session' | 'Admin'; readonly permission: Action };

/** One call of the HTTP API, described once: handler, client, OpenAPI document and permission matrices use it. */
export type Call = CallShape & CallAccess;

type Of<S> = S extends Schema ? z.output<S> : undefined;
type InputOf<S> = S extends Schema ? z.input<S> : undefined;
export type ParamsOf<C extends Call> = Of<C['params']>;
export type QueryOf<C extends Call> = Of<C['query']>;
export type BodyOf<C extends Call> = Of<C['body']>;
export type BodyInput<C extends Call> = InputOf<C['body']>;
export type ParamsInput<C extends Call> = InputOf<C['params']>;
export type QueryInput<C extends Call> = InputOf<C['query']>;
export type AnswerOf<C extends Call> = z.output<C['answer']>;

/** Keeps the literal types of a call, so that both ends infer parameters, body and answer. */
export const defineCall = <const C extends Call>(call: C): C => call;
