import type { Failure, FailureType } from '@nascente/contract/base/conventions';

export const NETWORK_MESSAGE = 'Algo deu errado, tente mais tarde';

const OFFLINE =
  'Sem conexão com a internet. Nada do que está na tela se perdeu: tente novamente quando ela voltar.';
const UNREACHED =
  'O servidor não respondeu. Nada do que está na tela se perdeu: tente novamente em instantes.';

interface FailureDetails {
  type: FailureType;
  msg: string;
  /** HTTP status; 0 without an answer. */
  status: number;
  errors?: readonly { path: string; msg: string }[] | undefined;
  ways?: Failure['ways'];
  seen?: string | undefined;
}

/** A failed call. `message` is Portuguese and fit for display; code decides by `type`, never by it. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  readonly type: FailureType;
  readonly msg: string;
  readonly status: number;
  readonly errors: readonly { path: string; msg: string }[];
  /** Accepted second factors, if one is required. */
  readonly ways: NonNullable<Failure['ways']>;
  /** The stored version, if it differs from the edited one. */
  readonly seen: string | null;

  constructor({ type, msg, status, errors = [], ways = [], seen }: FailureDetails, cause?: unknown) {
    super(msg, { cause });
    this.type = type;
    this.msg = msg;
    this.status = status;
    this.errors = errors;
    this.ways = ways;
    this.seen = seen ?? null;
  }

  /** The failure says nothing about the request: no answer, a server failure, or too many requests. */
  get isOfServer(): boolean {
    return this.isPassing || this.status >= 500;
  }

  /** No answer, or a server failure: the call says nothing about the session. */
  get isServerDown(): boolean {
    return this.status === 0 || this.status >= 500;
  }

  /** The server was not reached, or a part of it is down. */
  get isUnreached(): boolean {
    return this.status === 0 || this.status >= 502;
  }

  /** A retry may succeed. */
  get isPassing(): boolean {
    return this.isUnreached || this.status === 429;
  }
}

export const isOfType = (failure: unknown, type: FailureType): failure is ApiFailure =>
  failure instanceof ApiFailure && failure.type === type;

/** A call without an answer. The message names the cause to a signed-in person; before sign-in it is that of spec.md. */
export const unreached = (isSignedIn: boolean, cause?: unknown): ApiFailure => {
  const said = navigator.onLine ? UNREACHED : OFFLINE;
  const msg = isSignedIn ? said : NETWORK_MESSAGE;
  return new ApiFailure({ type: 'unavailable', msg, status: 0 }, cause);
};
