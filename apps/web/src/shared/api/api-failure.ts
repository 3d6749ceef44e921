import type { Failure, FailureType } from '@nascente/contract/base/conventions';

export const NETWORK_MESSAGE = 'Algo deu errado, tente mais tarde';

const OFFLINE =
  'Sem conexão com a internet. Nada do que está na tela se perdeu: tente novamente quando ela voltar.';
const UNREACHED =
  'O servidor não respondeu. Nada do que está na tela se perdeu: tente novamente em instantes.';

interface FailureDetails {
  type: FailureType;
  msg: string;
  /** HTTP status; 0 when no answer came. */
  status: number;
  errors?: readonly { path: string; msg: string }[] | undefined;
  ways?: Failure['ways'];
  seen?: string | undefined;
}

/** A call that did not succeed. `message` is Portuguese, fit to be shown as it is; decide by `type`, never by it. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  readonly type: FailureType;
  readonly msg: string;
  readonly status: number;
  /** What is wrong with which field, after a validation failure. */
  readonly errors: readonly { path: string; msg: string }[];
  /** What the second step may be, where it is asked for. */
  readonly ways: NonNullable<Failure['ways']>;
  /** The version that is stored now, where another than it was edited. */
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

  /** The server itself went wrong, or is not there: nothing is said about who asks. */
  get isOfServer(): boolean {
    return this.isPassing || this.status >= 500;
  }

  /** No answer arrived, or the server failed: the call says nothing about the session. */
  get isServerDown(): boolean {
    return this.status === 0 || this.status >= 500;
  }

  /** The server was not reached, or says that a part of it is down. */
  get isUnreached(): boolean {
    return this.status === 0 || this.status >= 502;
  }

  /** Trying again may help. */
  get isPassing(): boolean {
    return this.isUnreached || this.status === 429;
  }
}

/** No answer came. Who is signed in reads what happened and what is kept; at the door spec.md's words stand. */
export const unreached = (isSignedIn: boolean, cause?: unknown): ApiFailure => {
  const said = navigator.onLine ? UNREACHED : OFFLINE;
  const msg = isSignedIn ? said : NETWORK_MESSAGE;
  return new ApiFailure({ type: 'unavailable', msg, status: 0 }, cause);
};
