import { type CivilDate, isCivilDate } from '@nascente/domain/base/time/civil-day';
import type { CivilMonth } from '@nascente/domain/base/time/civil-month';
import { type Mac, normalizeMac } from '@nascente/domain/sites/boards/mac';
import { z } from 'zod/mini';
import { described } from './described.ts';

/** The type of a failure, for programs. `msg` is a Portuguese text that a program may show to users unchanged. */
const failureTypes = [
  'error',
  'expired',
  'second-step',
  'proof',
  'forbidden',
  'validation',
  'not-found',
  'duplicate',
  'changed',
  'limit',
  'req-error',
  'unavailable',
] as const;
export type FailureType = (typeof failureTypes)[number];

/** The body of every answer that is not a success. */
export const failure = z.object({
  ok: z.literal(false),
  type: z.enum(failureTypes),
  msg: z.string(),
  errors: z.optional(z.array(z.object({ path: z.string(), msg: z.string() }))),
  ways: described(
    'For type `second-step`: the accepted second steps besides a recovery code. For type `proof`: how the user proves its identity again (`POST /user/proof`; `provider`: by a new sign-in there).',
    z.optional(z.array(z.enum(['app', 'passkey', 'password', 'provider']))),
  ),
  seen: described(
    'For type `changed`: the current version, for `If-Match` of a request that overwrites it.',
    z.optional(z.string()),
  ),
  requestId: described('Id of the request in the server log, for support.', z.optional(z.string())),
});
export type Failure = z.output<typeof failure>;

export const ok = z.literal(true);

/** A MAC with colons or dashes in any case; read as upper-case colon pairs. */
export const mac = z.pipe(
  z.string().check(z.refine((text) => normalizeMac(text) !== null, 'Endereço MAC inválido')),
  z.transform((text): Mac => normalizeMac(text) as Mac),
);

/** Bounds of dates, both included. The functions of calendar days and holidays are valid within them. */
const EARLIEST_DATE = '2000-01-01';
const LATEST_DATE = '2100-01-01';
const OUT_OF_RANGE = 'Data inválida: use um dia entre 2000 e 2100';

/** A civil date `YYYY-MM-DD` that exists, from 2000-01-01 to 2100-01-01. */
export const civilDate = z.string().check(
  z.refine(isCivilDate, 'Data inválida: use AAAA-MM-DD'),
  z.refine((date) => !isCivilDate(date) || (date >= EARLIEST_DATE && date <= LATEST_DATE), OUT_OF_RANGE),
) as unknown as z.ZodMiniType<CivilDate, string>;

/** A civil month `MM/YYYY` of this century. */
export const monthOfYear = z
  .string()
  .check(z.regex(/^(0[1-9]|1[0-2])\/20\d\d$/, 'Mês inválido: use MM/AAAA, de 2000 a 2099'));

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Whether a text has the form of an id of an account, an establishment or a tariff. Other texts are answered as an absent object.
 */
export const isId = (text: string): boolean => ID.test(text);

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/;
const NO_INSTANT = 'Data inválida: use ISO 8601 com fuso';
/** `Date.parse` reads 30 February as 1 March. */
const exists = (text: string): boolean => isCivilDate(text.slice(0, 10)) && !Number.isNaN(Date.parse(text));
const EARLIEST_MS = Date.UTC(2000, 0, 1);
const LATEST_MS = Date.UTC(2100, 0, 1);

/** An instant that exists: ISO 8601 with zone, or epoch milliseconds; read as epoch milliseconds. */
export const instant = z.pipe(
  z.union(
    [
      z.string().check(
        z.regex(INSTANT, NO_INSTANT),
        z.refine((text) => !INSTANT.test(text) || exists(text), NO_INSTANT),
      ),
      z.int(),
    ],
    'Data inválida: use ISO 8601 com fuso, ou milissegundos',
  ),
  z.pipe(
    z.transform((dateText: string | number): number =>
      typeof dateText === 'number' ? dateText : Date.parse(dateText),
    ),
    z.int().check(z.gte(EARLIEST_MS, OUT_OF_RANGE), z.lte(LATEST_MS, OUT_OF_RANGE)),
  ),
);

/** An instant, or a civil date that means the whole day in the establishment's zone. */
export const instantOrDate = z.union([civilDate, instant], {
  error: ({ input }) =>
    input === undefined ? undefined : 'Data inválida: use AAAA-MM-DD, ou ISO 8601 com fuso, de 2000 a 2100',
});

/** An instant in an answer: ISO 8601 in UTC. */
export const answeredInstant = z.string();

/** A civil day in an answer, `YYYY-MM-DD`. Its form is not checked again. */
export const answeredDate = z.string() as unknown as z.ZodMiniType<CivilDate>;
/** A month in an answer, `YYYY-MM`. */
export const answeredMonth = z.string() as unknown as z.ZodMiniType<CivilMonth>;
