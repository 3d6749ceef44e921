import { createHash, randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import {
  CLAIM_ALPHABET_SIZE,
  CLAIM_RANDOM_LENGTH,
  CLAIM_TEXTS,
  type Claim,
  claimCodeOf,
  readClaim,
} from '@nascente/domain/sites/boards/claim-code';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import type { AuditTrail } from '../../people/audit/index.ts';
import { NotFound, refuseField } from '../../platform/errors.ts';
import type { Actor, Caller } from '../../platform/http/caller.ts';
import { hasPermission } from '../../platform/http/permission.ts';
import { subscriberOf } from '../../platform/limits/subscriber.ts';
import { type Counted, createThrottle } from '../../platform/limits/throttle.ts';
import type { Platform } from '../../platform/platform.ts';
import { createBoardClaimsRepository } from './board-claims.repository.ts';

/** 160 random bits, as 40 hexadecimal digits to be typed into a board. */
export const newDeviceKey = (): string => randomBytes(20).toString('hex');

/** The stored SHA-256 of a key: this many random bits need no slow hash. */
export const hashDeviceKey = (key: string): Buffer => createHash('sha256').update(key, 'utf8').digest();

/**
 * A code that people type has 44 random bits: too few for a fast hash, which could be searched in an hour. Each attempt takes
 * half a millisecond and 256 kB, so hundreds of years for one board. A hash with a server key would be as safe, but codes would
 * be lost with the key, and labels cannot be printed again.
 */
const COST = { N: 256, r: 8, p: 1 } as const;
const HASH_BYTES = 32;

const derive = promisify<string, string, number, typeof COST, Buffer>(scrypt);

export const newClaimCode = (): string =>
  claimCodeOf(Array.from({ length: CLAIM_RANDOM_LENGTH }, () => randomInt(CLAIM_ALPHABET_SIZE)));

/** The stored hash of a code, salted with its board's MAC. */
export const hashClaimCode = (code: string, mac: string | Mac): Promise<Buffer> =>
  derive(code, mac, HASH_BYTES, COST);

declare const proved: unique symbol;
/** The MAC of a board with a proved possession, or of one that needs no proof. */
export type ClaimedMac = Mac & { readonly [proved]: true };

/** The MAC of a board, and the code or key that a user entered. */
interface TypedClaim {
  readonly mac: Mac;
  readonly code: string | undefined;
}

/**
 * The message is the same if the board does not exist, belongs to another customer, or the code is wrong, so that it reveals
 * nothing.
 */
const NO_SUCH_BOARD = 'Não encontramos uma placa com este MAC e este código. Confira os dois na etiqueta.';

/** Maximum wrong codes of one account before a pause; typing errors are reported and do not count. */
const PER_ACCOUNT = 10;
/** Maximum wrong codes of one address over all accounts: an installer's office, or an attacker with many accounts. */
const PER_ADDRESS = 30;

export type BoardClaims = ReturnType<typeof createBoardClaimsFeature>;

/** Proof of possession of a board: its device key, or the code printed with it. */
export const createBoardClaimsFeature = (
  needs: Pick<Platform, 'clock' | 'db'> & { audit: AuditTrail; isRequested: boolean },
) => {
  const { clock, audit, isRequested, db } = needs;
  const boards = createBoardClaimsRepository(db);
  const throttle = createThrottle({ db, clock, purpose: 'claim' });

  /** Takes equally long whether the board exists or not. */
  const isProof = async (mac: string, claim: Claim): Promise<boolean> => {
    const board = await boards.find(mac);
    const [givenHash, stored] =
      claim.kind === 'code'
        ? [await hashClaimCode(claim.code, mac), board?.claimHash]
        : [hashDeviceKey(claim.kind === 'key' ? claim.key : ''), board?.keyHash];
    return stored?.length === givenHash.length && timingSafeEqual(stored, givenHash);
  };

  /** Begins an attempt. Repeated failures cause pauses, and the audit trail records the first one. */
  const begin = async (caller: Actor, mac: Mac) => {
    const account: Counted = { key: `account ${caller.accountId}`, allowed: PER_ACCOUNT };
    const address: Counted = { key: `address ${subscriberOf(caller.device.address)}`, allowed: PER_ADDRESS };
    const attempt = await throttle.begin([account, address]);
    const notify = async (): Promise<void> => {
      if (!attempt.beganPause(account.key) && !attempt.beganPause(address.key)) return;
      const by = { by: caller, subjectId: null };
      await audit.record({ action: 'claim-codes-guessed', ...by, detail: { mac } });
    };
    return { succeeded: attempt.succeeded, failed: notify };
  };

  /** `false`: the MAC is enough for this caller. */
  const isCodeRequired = async (caller: Caller, mac: Mac): Promise<boolean> => {
    if (!isRequested || hasPermission(caller, 'install-by-mac')) return false;
    if (!hasPermission(caller, 'install-assigned-by-mac')) return true;
    return (await boards.find(mac))?.assignedTo !== caller.accountId;
  };

  /** Like `require`, but returns `null` for an absent or wrong code. */
  const check = async (caller: Actor, { mac, code = '' }: TypedClaim): Promise<ClaimedMac | null> => {
    if (!(await isCodeRequired(caller, mac))) return mac as ClaimedMac;
    const claim = readClaim(code);
    if (claim.kind === 'missing') return null;
    if (claim.kind === 'slip') return refuseField('code', claim.text);
    const attempt = await begin(caller, mac);
    if (!(await isProof(mac, claim))) {
      await attempt.failed();
      return null;
    }
    await attempt.succeeded();
    return mac as ClaimedMac;
  };

  return {
    isCodeRequired,
    check,
    /** Whether the board exists and is not installed. False counts as a failed guess. Throws LimitReached. */
    async isInStock(caller: Actor, mac: Mac): Promise<boolean> {
      const attempt = await begin(caller, mac);
      const board = await boards.find(mac);
      const isStocked = board !== null && !board.isInstalled;
      await (isStocked ? attempt.succeeded() : attempt.failed());
      return isStocked;
    },
    /** Throws InvalidInput for a typing error, LimitReached, or NotFound for an absent board or a wrong code. */
    async require(caller: Actor, typed: TypedClaim): Promise<ClaimedMac> {
      const claimed = await check(caller, typed);
      if (claimed !== null) return claimed;
      if (readClaim(typed.code ?? '').kind === 'missing') refuseField('code', CLAIM_TEXTS.missing);
      throw new NotFound(NO_SUCH_BOARD);
    },
  };
};
