/** Letters and digits without similar ones: no 0 and O, no 1, I and L. A prime number of them. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const RANDOM_LENGTH = 9;
const GROUP_LENGTH = 5;
const DEVICE_KEY = /^[0-9a-f]{40}$/;

/** How many different characters a claim code is made of. */
export const CLAIM_ALPHABET_SIZE: number = ALPHABET.length;

/** How many of them are drawn; the last character checks the others. */
export const CLAIM_RANDOM_LENGTH: number = RANDOM_LENGTH;

/** A proof of possession of a board; `slip` is the error of an invalid text, in Portuguese. */
export type Claim =
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'slip'; readonly text: string };

/** Messages about an invalid text. */
export const CLAIM_TEXTS = {
  missing: 'Digite o código da etiqueta da placa.',
  length: 'O código tem 10 caracteres, como ABCDE-FGHJK.',
  character: 'O código não usa 0, O, 1, I nem L: confira a etiqueta.',
  check: 'Confira o código: algum caractere não é o da etiqueta.',
} as const;

/** The check character, weighted by position modulo a prime: it detects every single error and exchange of two. */
const checkOf = (values: readonly number[]): number =>
  values.reduce((sum, value, index) => sum + value * (index + 1), 0) % ALPHABET.length;

const grouped = (code: string): string => `${code.slice(0, GROUP_LENGTH)}-${code.slice(GROUP_LENGTH)}`;

/** The printed code, ABCDE-FGHJK. @throws RangeError unless given `CLAIM_RANDOM_LENGTH` numbers below `CLAIM_ALPHABET_SIZE`. */
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
