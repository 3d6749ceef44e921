import type { Call } from '@nascente/contract/base/call';
import { hasForeignControl } from '@nascente/contract/base/text-with-lines';
import { config, type core } from 'zod';
import { ptBR } from 'zod/locales';
import { type InputProblem, InvalidInput } from '../../errors.ts';

/** PostgreSQL cannot store NUL in a text, and half of a surrogate pair cannot be encoded in UTF-8. */
const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

const isTaken = (text: string, field: string): boolean => isStorable(text) && !hasForeignControl(text, field);

/**
 * The path of the first text that cannot be stored; `null`: there is none. The input of every call is checked. @param input - as
 * parsed by its schema @param field - the field of the text; texts of a list have the field of the list
 */
export const unstorableText = (input: unknown, path: readonly string[] = [], field = ''): string | null => {
  if (typeof input === 'string') return isTaken(input, field) ? null : path.join('.');
  if (typeof input !== 'object' || input === null) return null;
  const isList = Array.isArray(input);
  for (const [name, value] of Object.entries(input)) {
    const found = unstorableText(value, [...path, name], isList ? field : name);
    if (found !== null) return found;
  }
  return null;
};

/** Types for which zod's locale has a Portuguese name. */
const NAMED_TYPES: ReadonlySet<string> = new Set([
  'string',
  'number',
  'int',
  'boolean',
  'array',
  'object',
  'date',
]);
/** Maximum unknown field names in a message, each shortened, because a body may contain a megabyte of them. */
const MAX_NAMED = 5;
const MAX_NAME = 60;
const MAX_PROBLEMS = 100;

const shortened = (name: string): string =>
  name.length <= MAX_NAME ? name : `${name.slice(0, MAX_NAME - 1)}…`;

const unknownFields = (names: readonly string[]): string => {
  const named = names.slice(0, MAX_NAMED).map(shortened).join(', ');
  const others = names.length - MAX_NAMED;
  return `Campo desconhecido: ${named}${others > 0 ? ` e mais ${others}` : ''}`;
};

const either = new Intl.ListFormat('pt-BR', { type: 'disjunction' });

/** The allowed values of an issue: texts, or the values of the field that distinguishes several object types. */
const allowedValues = (issue: core.$ZodRawIssue): readonly string[] => {
  if (issue.code === 'invalid_value') return (issue.values as readonly core.util.Primitive[]).map(String);
  if (issue.code === 'invalid_union' && 'options' in issue)
    return ((issue.options ?? []) as readonly core.util.Primitive[]).map(String);
  return [];
};

/** Messages that the contract's schemas do not contain. */
config({
  ...ptBR(),
  customError: (issue) => {
    if (issue.code === 'unrecognized_keys') return unknownFields(issue.keys);
    const allowed = allowedValues(issue);
    if (allowed.length > 1) return `Valor inválido: use ${either.format(allowed)}`;
    const isTyped = issue.code === 'invalid_type' || issue.code === 'invalid_union';
    if (isTyped && issue.input === undefined) return 'Campo obrigatório';
    // The message of the locale would show the regular expression.
    if (issue.code === 'invalid_format') return 'Formato inválido';
    // For types without a name in the locale, zod would use the English one.
    if (issue.code === 'invalid_type' && !NAMED_TYPES.has(issue.expected)) return 'Valor inválido';
    if (isTyped) return undefined;
    if ('origin' in issue && !NAMED_TYPES.has(String(issue.origin)))
      return 'Valor fora do intervalo permitido';
    return undefined;
  },
});

const wrongParts = (issues: readonly core.$ZodIssue[]): number =>
  issues.reduce((sum, issue) => sum + (issue.code === 'unrecognized_keys' ? issue.keys.length : 1), 0);

/** For a value of several possible types, the issues of the type with the fewest. */
const unfolded = (issue: core.$ZodIssue): readonly core.$ZodIssue[] => {
  const alternatives = issue.code === 'invalid_union' ? issue.errors : [];
  const [inside = []] = alternatives
    .filter((issues) => issues.some(({ path, code }) => path.length > 0 || code === 'unrecognized_keys'))
    .toSorted((a, b) => wrongParts(a) - wrongParts(b));
  if (inside.length === 0) return [issue];
  return inside.map((one) => ({ ...one, path: [...issue.path, ...one.path] }));
};

const problemsOf = (issues: readonly core.$ZodIssue[]): readonly InputProblem[] =>
  issues.flatMap(unfolded).map((issue) => {
    const path = issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0]] : issue.path;
    return { path: path.map((part) => shortened(String(part))).join('.'), msg: issue.message };
  });

/** The message names the first wrong field, because 'Campo obrigatório' alone does not help. */
const messageOf = (problem: InputProblem | undefined): string => {
  if (problem === undefined) return 'Requisição inválida.';
  return problem.msg === 'Campo obrigatório' && problem.path !== ''
    ? `${problem.msg}: ${problem.path}`
    : problem.msg;
};

const refuse = (problems: readonly InputProblem[]): never => {
  throw new InvalidInput(messageOf(problems[0]), problems.slice(0, MAX_PROBLEMS));
};

const emptyUnless = (input: unknown): undefined => {
  const names = typeof input === 'object' && input !== null ? Object.keys(input) : [];
  if (names.length > 0) refuse([{ path: shortened(names[0] ?? ''), msg: unknownFields(names) }]);
  return undefined;
};

const read = (schema: Call['body'], input: unknown): unknown => {
  if (schema === undefined) return emptyUnless(input);
  const result = schema.safeParse(input ?? {});
  if (!result.success) return refuse(problemsOf(result.error.issues));
  const path = unstorableText(result.data);
  return path === null ? result.data : refuse([{ path, msg: 'O texto tem caracteres inválidos.' }]);
};

interface RawInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/** A call's input, parsed by its schemas. Throws InvalidInput, also for unknown fields. */
export const readInput = (call: Call, raw: RawInput) => ({
  params: call.params ? read(call.params, raw.params) : undefined,
  query: read(call.query, raw.query),
  body: call.method === 'GET' || call.upload ? undefined : read(call.body, raw.body),
});
