/** Letters and digits without similar ones (0 and O; 1, I and L). Their number is prime, as the check character requires. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const RANDOM_LENGTH = 9;
const GROUP_LENGTH = 5;
const DEVICE_KEY = /^[0-9a-f]{40}$/;

/** Number of different characters in claim codes. */
export const CLAIM_ALPHABET_SIZE: number = ALPHABET.length;

/** Number of random characters; the last character of a code is a check character. */
export const CLAIM_RANDOM_LENGTH: number = RANDOM_LENGTH;

/** A parsed proof of possession of a board. For an invalid text, the kind is `slip` and `text` is the error in Portuguese. */
export type Claim =
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'slip'; readonly text: string };

/** Error messages about an invalid text. */
export const CLAIM_TEXTS = {
  missing: 'Digite o código da etiqueta da placa.',
  length: 'O código tem 10 caracteres, como ABCDE-FGHJK.',
  character: 'O código não usa 0, O, 1, I nem L: confira a etiqueta.',
  check: 'Confira o código: algum caractere não é o da etiqueta.',
} as const;

/**
 * The check character, weighted by position modulo a prime. It detects every single wrong character and every exchange of two.
 */
const checkOf = (values: readonly number[]): number =>
  values.reduce((sum, value, index) => sum + value * (index + 1), 0) % ALPHABET.length;

const grouped = (code: string): string => `${code.slice(0, GROUP_LENGTH)}-${code.slice(GROUP_LENGTH)}`;

/**
 * The printed code, such as ABCDE-FGHJK. @throws RangeError unless `drawn` has `CLAIM_RANDOM_LENGTH` numbers below
 * `CLAIM_ALPHABET_SIZE`.
 */
export function claimCodeOf(drawn: readonly number[]): string {
  const characters = [...drawn, checkOf(drawn)].map((value) => ALPHABET[value]);
  if (drawn.length !== RANDOM_LENGTH || characters.includes(undefined))
    throw new RangeError('A claim code is made of other numbers');
  return grouped(characters.join(''));
}

/** Parses a typed, pasted or scanned proof: a claim code in any case and grouping, or a device key. */
export function readClaim(typed: string): Claim {
  const text = typed.replace(/[\s-]/g, '');
  if (text === '') return { kind: 'missing' };
  if (DEVICE_KEY.test(text.toLowerCase())) return { kind: 'key', key: text.toLowerCase() };
  const values = Array.from(text.toUpperCase(), (character) => ALPHABET.indexOf(character));
  if (values.includes(-1)) return { kind: 'slip', text: CLAIM_TEXTS.character };
  if (values.length !== RANDOM_LENGTH + 1) return { kind: 'slip', text: CLAIM_TEXTS.length };
  if (checkOf(values.slice(0, -1)) !== values.at(-1)) return { kind: 'slip', text: CLAIM_TEXTS.check };
  return { kind: 'code', code: grouped(text.toUpperCase()) };
}
