import { type CivilDate, isCivilDate } from '@nascente/domain/base/time/civil-day';
import { z } from 'zod/mini';
import { isOneLine } from './text-with-lines.ts';

const MAX_LENGTH = 254;
const TEXTS = 'Envie um email válido.';

/**
 * An e-mail address, converted to lower case without surrounding spaces. It contains no characters that could end a mail header
 * or add a second recipient.
 */
export const emailAddress = z
  .string({ error: TEXTS })
  .check(z.trim(), z.toLowerCase(), z.maxLength(MAX_LENGTH, TEXTS), z.regex(z.regexes.email, TEXTS));

const BLANK = 'Não podem haver campos em branco';
const MAX_NAME = 120;
/** Maximum length of the base64 text of a picture of 512 KiB. */
const MAX_PICTURE = 720_000;

const INVALID_BIRTH = 'Data de nascimento inválida: use DD/MM/AAAA';
const BRAZILIAN = /^(\d{2})\/(\d{2})\/(\d{4})$/;
const EARLIEST = '1900-01-01';

const toCivilDate = (text: string): string => text.replace(BRAZILIAN, '$3-$2-$1');
const isBirth = (text: string): boolean => {
  const date = toCivilDate(text);
  return isCivilDate(date) && date >= EARLIEST;
};

/** DD/MM/YYYY, or YYYY-MM-DD; read as a civil date that exists. */
export const birth = z.pipe(
  z.string({ error: INVALID_BIRTH }).check(z.refine(isBirth, INVALID_BIRTH)),
  z.transform((text): CivilDate => toCivilDate(text) as CivilDate),
);

const lengthAndCharacters = (name: 'nome' | 'sobrenome') =>
  [
    z.maxLength(MAX_NAME, `O ${name} pode ter no máximo ${MAX_NAME} caracteres.`),
    z.refine<string>(isOneLine, `O ${name} tem caracteres inválidos.`),
  ] as const;

/** A required name. `blank`: the message if it is empty. */
export const requiredName = (blank: string = BLANK) =>
  z.string({ error: blank }).check(z.trim(), z.minLength(1, blank), ...lengthAndCharacters('nome'));

export const lastName = z.string().check(z.trim(), ...lengthAndCharacters('sobrenome'));

/** An image as a data URL; `null` removes the picture. */
export const picture = z.nullable(
  z
    .string({ error: 'Imagem invalida' })
    .check(
      z.minLength(1, 'Imagem invalida'),
      z.maxLength(MAX_PICTURE, 'A imagem deve ter no máximo 512 kB.'),
    ),
);

/** A password as typed, limited to the maximum length of passwords. */
export const typedPassword = z
  .string({ error: 'Informe a senha.' })
  .check(z.minLength(1, 'Informe a senha.'), z.maxLength(256, 'Senha incorreta.'));
