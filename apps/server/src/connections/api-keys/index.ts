import { isId } from '@nascente/contract/base/conventions';
import {
  type ApiKey,
  allowKeyRate,
  editApiKey,
  generateToken,
  listApiKeys,
  listKeysOfPerson,
  revokeApiKey,
} from '@nascente/contract/connections/api-keys';
import { addDays, type CivilDate, civilDateAt, startOfDay } from '@nascente/domain/base/time/civil-day';
import { DAY_MS, DEFAULT_ZONE, type Instant, instant } from '@nascente/domain/base/time/zone';
import { formatDay } from '@nascente/domain/base/units/format';
import { type KeyScope, READING_SCOPES, scopesFor, scopeText } from '@nascente/domain/people/key-scopes';
import type { Registry } from 'prom-client';
import type { AuditTrail } from '../../people/audit/index.ts';
import type { SessionFeature } from '../../people/session/index.ts';
import type { Connection } from '../../platform/database/open-database.ts';
import { invalidField, LimitReached, NotAllowed, NotFound } from '../../platform/errors.ts';
import type { Actor, Caller } from '../../platform/http/caller.ts';
import { bindCall, bindField, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import type { MailKind } from '../../platform/mail/mail.ts';
import type { MailMessage } from '../../platform/mail/mail-message.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  createApiKeysRepository,
  createKeyExpiryRepository,
  createKeyUseRepository,
  type ListedApiKey,
} from './api-keys.repository.ts';
import { apiKeyTexts, createKeyVerifier } from './key-verifier.ts';

const NOTICE_BEFORE_MS = 7 * DAY_MS;

interface ExpiringKey {
  readonly email: string;
  readonly name: string;
  /** ISO 8601, like `lastUsedAt`. */
  readonly expiresAt: string;
  readonly lastUsedAt: string | null;
}

const dayOf = (at: number): string => formatDay(civilDateAt(instant(at), DEFAULT_ZONE));

const expiryMail = (about: ExpiringKey & { publicUrl: string }): MailMessage => {
  const lastDay = dayOf(Date.parse(about.expiresAt) - 1);
  const used =
    about.lastUsedAt === null
      ? 'Ela nunca foi usada: se ninguém precisa dela, não é preciso fazer nada.'
      : `Ela foi usada pela última vez em ${dayOf(Date.parse(about.lastUsedAt))}.`;
  return {
    to: about.email,
    subject: `A chave de API ${about.name} vence em ${lastDay}`,
    heading: 'Uma chave de API vence em breve',
    paragraphs: [
      `A chave de API "${about.name}" vale até ${lastDay}. Depois disso, os programas que a usam deixam de ter acesso.`,
      used,
      'Para que nada pare, crie outra chave em Conta, troque-a nos seus programas e revogue a antiga.',
    ],
    action: { label: 'Abrir Conta', url: `${about.publicUrl}/account` },
  };
};

/** Notifies owners of keys a week before they expire. Must be called before the jobs start. */
const createKeyExpiry = (needs: Pick<Platform, 'clock' | 'db' | 'mail' | 'publicUrl'>) => {
  const { db, mail, publicUrl, clock } = needs;
  const mails: MailKind<ExpiringKey> = mail.kind('api-key-ending', async (about) =>
    expiryMail({ ...about, publicUrl }),
  );
  return {
    /** Call it daily. A key is reported once, in the transaction that marks it. */
    notify: (): Promise<void> =>
      db.transaction().execute(async (within) => {
        const ending = await createKeyExpiryRepository(within).takeEnding(clock(), NOTICE_BEFORE_MS);
        for (const { email, name, expiresAt, lastUsedAt } of ending)
          await mails.send(
            {
              email,
              name,
              expiresAt: expiresAt.toISOString(),
              lastUsedAt: lastUsedAt?.toISOString() ?? null,
            },
            { within },
          );
      }),
  };
};

const MAX_KEYS = 20;
const DEFAULT_DAYS = 365;
const KEY_NOT_FOUND = 'Chave de API não encontrada.';
const EXPIRY_IN_PAST = 'A validade não pode ser um dia que já passou.';

interface NewKey {
  readonly name: string;
  readonly scopes?: readonly KeyScope[] | undefined;
  readonly write: boolean;
  readonly expiresOn?: string | null | undefined;
}

const toApiKey = (key: ListedApiKey): ApiKey => ({
  id: key.id,
  name: key.name,
  prefix: key.prefix,
  scopes: [...key.scopes],
  createdAt: key.createdAt.toISOString(),
  lastUsed: key.lastUsedAt?.toISOString() ?? null,
  expiresAt: key.expiresAt?.toISOString() ?? null,
  perMinute: key.perMinute,
  allowedPerMinute: key.allowedPerMinute,
  limitedAt: key.limitedAt?.toISOString() ?? null,
});

/** Throws NotAllowed if the caller's profile does not allow one of the scopes. */
const scopesOf = ({ profile }: Caller, { scopes, write }: NewKey): readonly KeyScope[] => {
  const offered = scopesFor(profile);
  if (scopes === undefined && write && offered.every((scope) => READING_SCOPES.includes(scope)))
    throw new NotAllowed('Seu perfil só permite chaves de leitura.');
  const wanted = scopes ?? (write ? offered : offered.filter((scope) => READING_SCOPES.includes(scope)));
  const forbidden = wanted.find((scope) => !offered.includes(scope));
  if (forbidden !== undefined)
    throw new NotAllowed(`Seu perfil não permite chaves com a permissão "${scopeText(forbidden).name}".`);
  return [...new Set(wanted)];
};

/** Every morning in São Paulo: 11:20 UTC. */
const TELLING_TIME = '20 11 * * *';

/** Must be called before the jobs start. */
export const createApiKeysFeature = (
  needs: Pick<Platform, 'clock' | 'db' | 'jobs' | 'mail' | 'publicUrl'> & {
    session: Pick<SessionFeature, 'verifier' | 'access'>;
    audit: AuditTrail;
    /** Undefined: nothing is measured. */
    registry: Registry | undefined;
  },
) => {
  const { session, jobs, registry, clock, mail, publicUrl, audit, db } = needs;
  const { access } = session;

  /** The end of the last day of a key in the default zone; `null`: no expiry. Throws InvalidInput for a past day. */
  const endOf = (expiresOn: CivilDate | null | undefined): Instant | null => {
    if (expiresOn === null) return null;
    const today = civilDateAt(clock(), DEFAULT_ZONE);
    const last = expiresOn ?? addDays(today, DEFAULT_DAYS);
    if (last < today) throw invalidField('expiresOn', EXPIRY_IN_PAST);
    return startOfDay(addDays(last, 1), DEFAULT_ZONE);
  };

  const find = async (within: Connection, id: string) => {
    const key = isId(id) ? await createApiKeysRepository(within).find(id) : null;
    if (key === null) throw new NotFound(KEY_NOT_FOUND);
    return key;
  };

  const service = {
    /** @returns the key, which is shown only once. Throws NotAllowed, InvalidInput or LimitReached. */
    async create(caller: Actor, wanted: NewKey): Promise<string> {
      requirePermission(caller, 'create-api-key');
      const scopes = scopesOf(caller, wanted);
      const expiresAt = endOf(wanted.expiresOn as CivilDate | null | undefined);
      const { text, keyHash, prefix } = apiKeyTexts.make();
      const { accountId } = caller;
      const { name } = wanted;
      const key = { accountId, name, prefix, keyHash, scopes, at: clock(), expiresAt };
      const event = { action: 'api-key-created', by: caller, subjectId: accountId } as const;
      const until = expiresAt === null ? {} : { until: new Date(expiresAt).toISOString() };
      const detail = { name, scopes: scopes.join(','), ...until };
      const wasInserted = await createApiKeysRepository(db).insert(key, MAX_KEYS, (within) =>
        audit.record({ ...event, detail }, within),
      );
      if (!wasInserted) throw new LimitReached(`Número máximo de chaves de API! limite: ${MAX_KEYS}`);
      return text;
    },
    async list(caller: Caller): Promise<ApiKey[]> {
      requirePermission(caller, 'create-api-key');
      return (await createApiKeysRepository(db).listOf(caller.accountId)).map(toApiKey);
    },
    /** Throws NotFound, or InvalidInput above the limit that an Admin has set. */
    setPerMinute(caller: Actor, id: string, perMinute: number | null): Promise<ApiKey> {
      requirePermission(caller, 'create-api-key');
      const { accountId } = caller;
      return db.transaction().execute(async (within) => {
        const key = await find(within, id);
        if (key.accountId !== accountId) throw new NotFound(KEY_NOT_FOUND);
        if (!(await createApiKeysRepository(within).setPerMinute(accountId, id, perMinute)))
          throw invalidField(
            'perMinute',
            `O administrador permite até ${key.allowedPerMinute.toLocaleString('pt-BR')} pedidos por minuto a esta chave.`,
          );
        const detail = { name: key.name, perMinute: String(perMinute ?? key.allowedPerMinute) };
        const event = { action: 'api-key-limited', by: caller, subjectId: accountId } as const;
        await audit.record({ ...event, detail }, within);
        return toApiKey(await find(within, id));
      });
    },
    async revoke(caller: Actor, id: string): Promise<void> {
      requirePermission(caller, 'create-api-key');
      const { accountId } = caller;
      await db.transaction().execute(async (within) => {
        const name = isId(id) ? await createApiKeysRepository(within).remove(accountId, id) : null;
        if (name === null) throw new NotFound(KEY_NOT_FOUND);
        const event = { action: 'api-key-revoked', by: caller, subjectId: accountId } as const;
        await audit.record({ ...event, detail: { name } }, within);
      });
      await access.announce(accountId);
    },
    /** Lists the keys of any account, for an Admin. */
    async listOf(caller: Caller, accountId: string): Promise<ApiKey[]> {
      requirePermission(caller, 'edit-people');
      return isId(accountId) ? (await createApiKeysRepository(db).listOf(accountId)).map(toApiKey) : [];
    },
    /** Sets the maximum that the owner may choose, for an Admin. Throws NotFound. */
    setAllowedPerMinute(caller: Actor, id: string, perMinute: number): Promise<ApiKey> {
      requirePermission(caller, 'edit-people');
      return db.transaction().execute(async (within) => {
        const key = await find(within, id);
        await createApiKeysRepository(within).setAllowed(id, perMinute);
        const event = { by: caller, subjectId: key.accountId };
        const detail = { name: key.name, allowedPerMinute: String(perMinute) };
        await audit.record({ ...event, action: 'api-key-limited', detail }, within);
        return toApiKey(await find(within, id));
      });
    },
  };

  const expiry = createKeyExpiry({ clock, mail, publicUrl, db });
  jobs.schedule('api-key-expiry', TELLING_TIME, expiry.notify);
  const use = createKeyUseRepository(db);
  return {
    /** Accepts sessions and API keys: the verifier of the HTTP server. */
    verifier: createKeyVerifier({ use, sessions: session.verifier, registry, clock }),
    /** Notifies owners of keys that expire soon; runs every morning. */
    notifyEnding: expiry.notify,
    register(app: CallBinder): void {
      bindField(app, generateToken, async ({ caller, body }) => ({
        token: await service.create(caller, body),
      }));
      bindField(app, listApiKeys, ({ caller }) => service.list(caller));
      bindField(app, editApiKey, ({ caller, params, body }) =>
        service.setPerMinute(caller, params.id, body.perMinute),
      );
      bindCall(app, revokeApiKey, ({ caller, params }) => service.revoke(caller, params.id));
      bindField(app, listKeysOfPerson, ({ caller, params }) => service.listOf(caller, params.id));
      bindField(app, allowKeyRate, ({ caller, params, body }) =>
        service.setAllowedPerMinute(caller, params.id, body.allowedPerMinute),
      );
    },
  };
};
