import { sourceFiles, writtenFiles } from '../steps/source-files.mjs';

/** Names that say nothing about what is inside. */
const EMPTY_NAMES =
  /(^|[.-])(utils?|helpers?|common|misc|manager|stuff)(?=[.-]|$)|(^|\.)(data|info|lib)(?=\.|$)/;
const KEBAB = /^[a-z0-9]+([.-][a-z0-9]+)*$/;
const GIVEN_NAMES = /^(Dockerfile|README\.md|LICENSE.*)$/;
const LEFT_OVER = /\b(TODO|FIXME|XXX|HACK)\b/;

/** Names of files and folders, and marks of unfinished work. */
export const checkNames = () => {
  const paths = writtenFiles();
  const named = paths.flatMap((path) => {
    const [, ...inside] = path.split('/');
    const bad = inside.filter(
      (part) => !(KEBAB.test(part) || GIVEN_NAMES.test(part)) || EMPTY_NAMES.test(part),
    );
    return bad.map((part) => `${path}: '${part}' is not a name that says what is inside, in kebab-case`);
  });
  const unfinished = sourceFiles()
    .filter(({ path }) => path !== 'scripts/checks/check-names.mjs')
    .flatMap(({ path, text }) =>
      text
        .split('\n')
        .flatMap((line, index) => (LEFT_OVER.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [])),
    );
  return { faults: [...named, ...unfinished], note: `${paths.length} files` };
};
