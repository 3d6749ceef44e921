import { parseZone } from '@nascente/domain/base/time/zone';
import { ADAPTER_KINDS } from '@nascente/domain/telemetry/adapters/adapter';
import {
  INSTANT_FIELDS,
  isRegister,
  MAPPED_UNITS,
  REGISTER_NAMES,
  unitsOf,
} from '@nascente/domain/telemetry/adapters/mapped-field';
import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { described } from '../base/described.ts';

/**
 * Refused topics: those of native boards, those of the broker itself (`$…`), and wildcards, which would match messages of other
 * boards.
 */
const RESERVED = /^(message|emd3p)(\/|$)|^\$|[#+\0]/;

const topic = z.string().check(
  z.trim(),
  z.minLength(1, 'Informe o tópico em que o medidor publica.'),
  z.maxLength(200, 'O tópico pode ter até 200 caracteres.'),
  z.refine((text) => !RESERVED.test(text), 'Use o tópico do próprio medidor, sem curingas (# e +).'),
);

const path = z.string().check(z.maxLength(200, 'O caminho pode ter até 200 caracteres.'));

export const mappingRule = z
  .strictObject({
    topic: described(
      "Topic below the board's topic; `+` matches one level.",
      z.string().check(
        z.maxLength(200),
        z.refine((text) => !text.includes('#'), 'Use + no lugar de #.'),
      ),
    ),
    path: described('Keys and indexes separated by points; empty if the payload is the number.', path),
    field: z.enum([...INSTANT_FIELDS, ...REGISTER_NAMES], 'Grandeza desconhecida'),
    unit: z.enum(MAPPED_UNITS, 'Unidade desconhecida'),
    multiplier: z.optional(z.number().check(z.gt(0, 'O multiplicador deve ser maior que zero.'))),
    sign: z.optional(z.enum(['signed', 'absolute', 'negated'])),
    negativeWhere: z.optional(z.strictObject({ path, is: z.string().check(z.maxLength(50)) })),
    onlyWith: z.optional(path),
    fallback: described(
      'For a register with several rules, which are added up (T1 + T2): this rule counts only if the others match nothing.',
      z.optional(z.literal(true)),
    ),
  })
  .check(z.refine(({ field, unit }) => unitsOf(field).includes(unit), 'A unidade não é desta grandeza.'));

type Rule = z.output<typeof mappingRule>;

/**
 * Whether registers that are summed come from the same topic. From several messages, each would contain only a part of the sum.
 */
const addInOneMessage = (rules: readonly Rule[]): boolean =>
  [...Map.groupBy(rules.filter(isAddedRegister), ({ field }) => field).values()].every(
    (ofField) => new Set(ofField.map(({ topic: below }) => below)).size === 1,
  );
const isAddedRegister = ({ field, fallback }: Rule): boolean => isRegister(field) && fallback === undefined;

const mapping = z.strictObject({
  rules: z
    .array(mappingRule)
    .check(
      z.minLength(1, 'Informe ao menos um valor a ler.'),
      z.maxLength(60),
      z.refine(
        addInOneMessage,
        'As linhas de um mesmo registrador são somadas e precisam vir na mesma mensagem. Use o mesmo tópico, ou marque "fallback" na linha que só vale sem as outras.',
      ),
    ),
  times: described(
    'Paths of the measurement time: the newest time of the first group with any.',
    z.array(z.array(path).check(z.maxLength(4))).check(z.maxLength(4)),
  ),
});

const POSITIVE_MESSAGE = 'Use um número acima de zero, como 12,5 ou 1.000.';
const positive = z.nullable(z.number(POSITIVE_MESSAGE).check(z.gt(0, POSITIVE_MESSAGE)));

/** The adapter of a board that does not send native records. */
export const boardAdapter = z
  .strictObject({
    adapter: z.enum(ADAPTER_KINDS, 'Adaptador desconhecido'),
    topic,
    zone: z._default(
      z.string().check(z.refine((text) => parseZone(text) !== null, 'Fuso horário desconhecido')),
      'America/Sao_Paulo',
    ),
    mapping: described('Only for the adapter `generic`.', z._default(z.nullable(mapping), null)),
    registerWidth: described(
      'kWh, kvarh or m³ at which the registers restart from zero; `null`: unknown.',
      z._default(positive, null),
    ),
    maxPerHour: described(
      'Maximum that one register can count in an hour, kWh or m³; `null`: the limit of its kind of meter.',
      z._default(positive, null),
    ),
  })
  .check(
    z.refine(
      (adapter) => (adapter.adapter === 'generic') === (adapter.mapping !== null),
      'Só o adaptador genérico tem mapeamento, e não funciona sem ele.',
    ),
  );
export type AnsweredAdapter = z.output<typeof boardAdapter>;

const answer = { adapter: z.nullable(boardAdapter) };

export const readBoardAdapter = defineCall({
  name: 'readBoardAdapter',
  route: 'GET /admin/boards/:mac/adapter',
  access: 'Admin',
  permission: 'see-inventory',
  summary: "Adapter of a board's messages; `null`: native lines.",
  answer,
});

export const setBoardAdapter = defineCall({
  name: 'setBoardAdapter',
  route: 'PUT /admin/boards/:mac/adapter',
  access: 'Admin',
  permission: 'provision-boards',
  summary: "Sets the adapter of a board's messages; `null`: native lines.",
  body: z.strictObject({ adapter: z.nullable(boardAdapter) }),
  fails: ['conflict'],
  answer,
});
