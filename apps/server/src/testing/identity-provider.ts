import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Who somebody is there: claims by name. */
export type Person = Readonly<Record<string, unknown>> & { readonly sub: string };

export const CLIENT = { id: 'nascente', secret: 'segredo-do-teste' } as const;

/**
 * A real OpenID provider on this machine. The current `person` is signed in and agrees to everything, by
 * the provider's own pages.
 */
export const startIdentityProvider = async (redirectUri: string) => {
  const { default: Provider, errors } = await import('oidc-provider');
  const listening: Server = createServer();
  await new Promise<void>((resolve) => void listening.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;
  let person: Person = { sub: 'nobody' };
  let refuses = false;
  let isGone = false;
  let failing = '';
  let proved: { readonly amr?: string[]; readonly acr?: string } = {};
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        grant_types: ['authorization_code', 'refresh_token'],
        redirect_uris: [redirectUri],
        post_logout_redirect_uris: [redirectUri],
      },
    ],
    claims: {
      openid: ['sub', 'groups', 'acr', 'amr'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name'],
    },
    cookies: { keys: ['only for tests'] },
    acrValues: ['gold'],
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    findAccount: (_, sub) => {
      if (sub === failing) throw new errors.InteractionRequired('confirm your phone');
      return isGone ? undefined : { accountId: sub, claims: () => ({ ...person, sub }) };
    },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    ttl: {
      Interaction: 600,
      Session: 600,
      Grant: 600,
      AccessToken: 600,
      IdToken: 600,
      AuthorizationCode: 60,
      RefreshToken: 86_400,
    },
  });
  const answer = provider.callback();
  listening.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void answer(request, response);
    void (async () => {
      const { params, session, prompt } = await provider.interactionDetails(request, response);
      if (refuses)
        return provider.interactionFinished(request, response, {
          error: 'access_denied',
          error_description: 'nobody may',
        });
      if (prompt.name === 'login' || session === undefined)
        return provider.interactionFinished(request, response, {
          login: { accountId: person.sub, ...proved },
        });
      const grant = new provider.Grant({ accountId: session.accountId, clientId: CLIENT.id });
      grant.addOIDCScope(String(params.scope));
      const grantId = await grant.save();
      return provider.interactionFinished(request, response, { consent: { grantId } });
    })();
  });
  const stop = () =>
    new Promise<void>((resolve) => {
      listening.closeAllConnections();
      listening.close(() => resolve());
    });

  return {
    issuer,
    stop,
    /** From now on this person is the one who signs in there. */
    setPerson(next: Person, way: typeof proved = {}) {
      person = next;
      proved = way;
      refuses = false;
      isGone = false;
      failing = '';
    },
    /** The person was removed there. */
    removePerson() {
      isGone = true;
    },
    /** It answers with an error that is no refusal whenever it is asked for this person. */
    failFor(sub: string) {
      failing = sub;
    },
    refuse() {
      refuses = true;
    },
  };
};

/** What a browser sends back to the site that gave it. */
export const jarOf = (headers: readonly string[]): string =>
  headers.map((cookie) => cookie.split(';')[0] ?? '').join('; ');

/** A browser that is sent to the provider. @returns the query with which it comes back to `publicUrl`. */
export const visitProvider = async (url: string, publicUrl: string): Promise<string> => {
  const stored = new Map<string, string>();
  let address = url;
  for (let step = 0; step < 12; step++) {
    const answer = await fetch(address, {
      redirect: 'manual',
      headers: { cookie: [...stored.values()].join('; ') },
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      stored.set(pair.split('=')[0] ?? '', pair);
    }
    const next = new URL(answer.headers.get('location') ?? '', address).href;
    if (next.startsWith(publicUrl)) return new URL(next).search.slice(1);
    address = next;
  }
  throw new Error('the provider leads nowhere');
};
