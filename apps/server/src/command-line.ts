import { VARIABLES } from './config-variables.ts';

const rows = Object.entries(VARIABLES).map(([name, { standard, explanation }]) => ({
  name,
  standard: standard ?? '',
  explanation,
}));

const width = (column: 'name' | 'standard'): number => Math.max(...rows.map((row) => row[column].length)) + 2;

export const helpText = (): string =>
  [
    'Nascente: monitoring of electricity and water meters.',
    '',
    'Usage: npm start',
    'Options: --help shows this; --demo adds a demonstration company. Everything else is set by environment variables (name, default, meaning):',
    '',
    ...rows.map(
      ({ name, standard, explanation }) =>
        `  ${name.padEnd(width('name'))}${standard.padEnd(width('standard'))}${explanation}`,
    ),
    '',
  ].join('\n');

/** The configuration table of the README. */
export const markdownTable = (): string =>
  [
    '| variable | default | meaning |',
    '|---|---|---|',
    ...rows.map(
      ({ name, standard, explanation }) =>
        `| \`${name}\` | ${standard && `\`${standard}\``} | ${explanation} |`,
    ),
    '',
  ].join('\n');

type Command =
  | { readonly kind: 'start'; readonly demonstration: boolean }
  | { readonly kind: 'print'; readonly text: string }
  | { readonly kind: 'refuse'; readonly reason: string };

/** Parses the arguments after the program's name. */
export const readCommandLine = (args: readonly string[]): Command => {
  const unknown = args.find((arg) => !['--demo', '--help', '-h', '--help=markdown'].includes(arg));
  if (unknown !== undefined)
    return { kind: 'refuse', reason: `Unknown option ${unknown}. --help shows what there is.` };
  if (args.includes('--help=markdown')) return { kind: 'print', text: markdownTable() };
  const asksForHelp = args.includes('--help') || args.includes('-h');
  return asksForHelp
    ? { kind: 'print', text: helpText() }
    : { kind: 'start', demonstration: args.includes('--demo') };
};
