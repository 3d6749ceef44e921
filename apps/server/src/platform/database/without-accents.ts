import { withoutMarks } from '@nascente/domain/base/text/without-marks';
import { type RawBuilder, sql } from 'kysely';

const ACCENTED = 'áàâãäåéèêëíìîïóòôõöúùûüçñýÁÀÂÃÄÅÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜÇÑÝ';

/** SQL that removes accents from a text column, for comparison with `patternWithoutAccents`. */
export const withoutAccents = (text: RawBuilder<string>): RawBuilder<string> =>
  sql<string>`translate(${text}, ${ACCENTED}, ${withoutMarks(ACCENTED)})`;

/** A pattern for `ilike` within a text: 'joao' finds João, and 'João' finds Joao. */
export const patternWithoutAccents = (search: string): string =>
  `%${withoutMarks(search).replace(/[\\%_]/g, '\\$&')}%`;
