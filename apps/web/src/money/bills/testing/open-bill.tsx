import type { User } from '@nascente/contract/people/session';
import type { ComponentType } from 'react';
import { SignedInProvider } from '../../../shared/session-state/signed-in.ts';
import { anEstablishment } from '../../../testing/an-establishment.ts';
import { aUser } from '../../../testing/api-server.ts';
import { openScreen } from '../../../testing/open-screen.tsx';

type Answer = { status?: number; body: unknown };
interface Requested {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

export const establishment = anEstablishment({ _id: 'e1', fantasyName: 'Padaria Aurora' });

const none: Answer = { status: 404, body: { ok: false, type: 'not-found', msg: 'Não encontrado.' } };

/** Answers by method and path, the query left out; what is not given is not found. */
export const answering =
  (answers: Readonly<Record<string, unknown>>) =>
  (requested: Requested): Answer | Promise<Answer> => {
    const [path = ''] = requested.path.split('?');
    const answer = answers[`${requested.method} ${path}`];
    if (typeof answer === 'function')
      return (answer as (requested: Requested) => Answer | Promise<Answer>)(requested);
    if (answer !== undefined) return { body: { ok: true, ...(answer as object) } };
    if (path === '/api/establishment/e1') return { body: { ok: true, establishment } };
    return none;
  };

/** Opens a page about the bills of the establishment `e1`. */
export const openBillPage = (
  Page: ComponentType,
  path: string,
  address: string,
  profile: User['profile'] = 'user',
) => {
  const element = (
    <SignedInProvider value={{ ...aUser, profile }}>
      <Page />
    </SignedInProvider>
  );
  return openScreen(
    [
      { path, element },
      { path: '*', element: <h1>Outra tela</h1> },
    ],
    address,
  );
};
