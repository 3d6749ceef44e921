import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { type Instant, instant } from '@nascente/domain/base/time/zone';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import {
  alertTopic,
  parseBoardTopic,
  parseEstablishmentAlertTopic,
} from '@nascente/domain/telemetry/frames/topic';
import type { Caller } from '../../platform/http/caller.ts';
import { type ConnectedHome, DISCOVERY, isOfHome } from '../integrations/index.ts';
import type { ConnectedViewers } from './connected-viewers.ts';
import type { LiveRepository } from './live.repository.ts';
import type { LiveViewer, Sight } from './live-viewer.ts';

/** The content of a feed's password, which is signed. */
interface FeedClaims {
  readonly accountId: string;
  /** SHA-256 of the session's token, hexadecimal: the feed ends with the session. */
  readonly session: string;
  readonly clientId: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

const signatureOf = (body: string, secret: Buffer): Buffer =>
  createHmac('sha256', secret).update(body).digest();

/** `body.signature`, both base64url. */
export const signFeedToken = (claims: FeedClaims, secret: Buffer): string => {
  const { accountId, session, clientId, expiresAt } = claims;
  const body = Buffer.from(JSON.stringify([accountId, session, clientId, expiresAt])).toString('base64url');
  return `${body}.${signatureOf(body, secret).toString('base64url')}`;
};

/** The claims of a token; `null` unless its signature is valid and it has not expired. */
export const readFeedToken = (token: string, secret: Buffer, now: number): FeedClaims | null => {
  const [body, signature, ...rest] = token.split('.');
  if (body === undefined || signature === undefined || rest.length > 0) return null;
  const signatureBytes = Buffer.from(signature, 'base64url');
  const expected = signatureOf(body, secret);
  if (signatureBytes.length !== expected.length || !timingSafeEqual(signatureBytes, expected)) return null;
  const [accountId, session, clientId, expiresAt] = JSON.parse(Buffer.from(body, 'base64url').toString()) as [
    string,
    string,
    string,
    number,
  ];
  return expiresAt > now ? { accountId, session, clientId, expiresAt } : null;
};

export type LiveService = ReturnType<typeof createLiveService>;

/** Topic on which Home Assistant announces that it has started or will stop. */
const HOME_BIRTH = `${DISCOVERY}status`;
const LIFETIME_MS = 5 * 60_000;

export const createLiveService = (needs: {
  live: Pick<LiveRepository, 'secret'>;
  viewers: ConnectedViewers;
  sight: Sight;
  clock: () => Instant;
}) => {
  const { live, viewers, sight, clock } = needs;
  const { seesMeter, seesEstablishment } = sight;
  const listeners = new Set<(mac: Mac) => void>();
  let secret: Promise<Buffer> | null = null;

  const theSecret = (): Promise<Buffer> => {
    secret ??= live.secret().catch((failure: unknown) => {
      secret = null;
      throw failure;
    });
    return secret;
  };

  const hearsEstablishment = (viewer: LiveViewer, establishmentId: string): boolean => {
    if (viewer.caller === undefined || !seesEstablishment(viewer, establishmentId)) return false;
    viewer.receivedEstablishments.add(establishmentId);
    return true;
  };

  return {
    async issue(caller: Caller) {
      const clientId = `web-${randomUUID()}`;
      const expiresAt = instant(clock() + LIFETIME_MS);
      const session = caller.sessionHash.toString('hex');
      const { accountId } = caller;
      const password = signFeedToken({ accountId, session, clientId, expiresAt }, await theSecret());
      return { clientId, username: accountId, password, expiresAt };
    },
    /** Admits another system by its verified key, for as long as the key exists. */
    admitKey(
      caller: Caller,
      boards: readonly string[] | null,
      home?: ConnectedHome,
    ): Promise<LiveViewer | null> {
      const session = caller.sessionHash.toString('hex');
      const { accountId } = caller;
      return viewers.add(
        { accountId, session, expiresAt: Number.POSITIVE_INFINITY },
        { caller, keyFor: boards && new Set(boards), ...(home && { home }) },
      );
    },
    /** Systems subscribed to the alerts of an establishment, if the owner of the system sees one of its meters. */
    systemsAt: (establishmentId: string): readonly (LiveViewer & { readonly caller: Caller })[] =>
      [...viewers.all].filter(
        (viewer): viewer is LiveViewer & { readonly caller: Caller } =>
          viewer.caller !== undefined && viewer.receivedEstablishments.has(establishmentId),
      ),
    homes: (): readonly (LiveViewer & { readonly home: ConnectedHome })[] =>
      [...viewers.all].filter(
        (viewer): viewer is LiveViewer & { readonly home: ConnectedHome } =>
          viewer.home !== undefined && !viewer.isOver,
      ),
    /** A connected Home Assistant may publish only its start and stop. */
    mayMention({ home }: LiveViewer, topic: string): boolean {
      if (home === undefined || topic !== HOME_BIRTH) return false;
      home.isNew = true;
      return true;
    },
    /**
     * Authenticates a browser; `null` unless its credentials are valid, belong to its client id, have not expired, and their
     * session is active.
     */
    async authenticate({
      username,
      password,
      clientId,
    }: {
      username: string;
      password: Buffer;
      clientId: string;
    }): Promise<LiveViewer | null> {
      const claims = readFeedToken(password.toString('latin1'), await theSecret(), clock());
      if (claims === null || claims.accountId !== username || claims.clientId !== clientId) return null;
      return viewers.add(claims);
    },
    /** Answers from memory, so refused subscriptions cost no query: permissions are read every 2 s and after changes. */
    maySubscribe(viewer: LiveViewer, topic: string): boolean {
      if (viewer.home && isOfHome(topic, viewer.home.id)) {
        viewer.home.isNew = true;
        return true;
      }
      if (topic === alertTopic(viewer.accountId)) return viewer.keyFor === undefined;
      const establishment = parseEstablishmentAlertTopic(topic);
      if (establishment !== null) return hearsEstablishment(viewer, establishment);
      const mac = parseBoardTopic(topic);
      if (mac === null || !seesMeter(viewer, mac)) return false;
      for (const listener of listeners) listener(mac);
      viewer.topics.set(topic, mac);
      return true;
    },
    mayReceive(viewer: LiveViewer, topic: string): boolean {
      if (viewer.home && isOfHome(topic, viewer.home.id)) return !viewer.isOver;
      if (topic === alertTopic(viewer.accountId)) return !viewer.isOver;
      const establishment = parseEstablishmentAlertTopic(topic);
      if (establishment !== null)
        return (
          !viewer.isOver &&
          viewer.receivedEstablishments.has(establishment) &&
          seesEstablishment(viewer, establishment)
        );
      const mac = viewer.topics.get(topic);
      return !viewer.isOver && mac !== undefined && seesMeter(viewer, mac);
    },
    watching: (): ReadonlySet<Mac> => new Set([...viewers.all].flatMap(({ topics }) => [...topics.values()])),
    /** Called when a browser begins to watch a meter. @returns a function that removes the listener. */
    onWatch(listener: (mac: Mac) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** The accounts of connected browsers that see one of these meters now. */
    concerned: (macs: readonly string[]): ReadonlySet<string> =>
      new Set(
        [...viewers.all]
          .filter((viewer) => !viewer.isOver && macs.some((mac) => seesMeter(viewer, mac as Mac)))
          .map(({ accountId }) => accountId),
      ),
    hasEnded: (viewer: LiveViewer) => viewer.isOver || viewer.expiresAt <= clock(),
    left: viewers.remove,
    /** Reads the permissions of all viewers again; revoked meters are not delivered from then on. */
    recheck: viewers.recheck,
    start: viewers.start,
    stop: viewers.stop,
  };
};
