import type { Call } from '@nascente/contract/call';
import { config, type core } from 'zod';
import { pt } from 'zod/locales';
import { type InputProblem, InvalidInput } from '../errors.ts';
import { unstorableText } from './unstorable-text.ts';

/** Words for what the contract's schemas do not name themselves. */
config({
  ...pt(),
  customError: (issue) => {
    if (issue.code === 'unrecognized_keys') return `Campo desconhecido: ${issue.keys.join(', ')}`;
    const isTyped = issue.code === 'invalid_type' || issue.code === 'invalid_union';
    if (isTyped && issue.input === undefined) return 'Campo obrigatório';
    // The locale would show the pattern.
    if (issue.code === 'invalid_format') return 'Formato inválido';
    return undefined;
  },
});

/** Of what could be one of several things, what is wrong inside the one that it looks like. */
const unfolded = (issue: core.$ZodIssue): readonly core.$ZodIssue[] => {
  const alternatives = issue.code === 'invalid_union' ? issue.errors : [];
  const inside = alternatives.find((issues) => issues.some(({ path }) => path.length > 0)) ?? [];
  if (inside.length === 0) return [issue];
  return inside.map((one) => ({ ...one, path: [...issue.path, ...one.path] }));
};

const problemsOf = (issues: readonly core.$ZodIssue[]): readonly InputProblem[] =>
  issues.flatMap(unfolded).map((issue) => {
    const path = issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0]] : issue.path;
    return { path: path.join('.'), msg: issue.message };
  });

/** The first problem that names a field is said whole: 'Campo obrigatório' alone helps nobody. */
const messageOf = (problem: InputProblem | undefined): string => {
  if (problem === undefined) return 'Requisição inválida.';
  return problem.msg === 'Campo obrigatório' && problem.path !== ''
    ? `${problem.msg}: ${problem.path}`
    : problem.msg;
};

const refuse = (problems: readonly InputProblem[]): never => {
  throw new InvalidInput(messageOf(problems[0]), problems);
};

const nothingBut = (given: unknown): undefined => {
  const names = typeof given === 'object' && given !== null ? Object.keys(given) : [];
  if (names.length > 0) refuse(names.map((path) => ({ path, msg: `Campo desconhecido: ${path}` })));
  return undefined;
};

const read = (schema: Call['body'], given: unknown): unknown => {
  if (schema === undefined) return nothingBut(given);
  const result = schema.safeParse(given ?? {});
  if (!result.success) return refuse(problemsOf(result.error.issues));
  const path = unstorableText(result.data);
  return path === null ? result.data : refuse([{ path, msg: 'O texto tem caracteres inválidos.' }]);
};

export interface RawInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/** A call's input as its schemas read it. Throws InvalidInput; a field that no schema names is one, too. */
export const readInput = (call: Call, raw: RawInput) => ({
  params: call.params ? read(call.params, raw.params) : undefined,
  query: read(call.query, raw.query),
  body: call.method === 'GET' || call.upload ? undefined : read(call.body, raw.body),
});
