import { withoutMarks } from '../base/text/without-marks.ts';

/** Words people choose under password rules: from leaked lists in Portuguese and English, and keyboard runs. */
const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `senha password passwd pass admin administrador administrator root usuario user teste test mudar trocar acesso login
  brasil brazil recife flamengo corinthians palmeiras vasco gremio santos cruzeiro saopaulo internacional
  amor deus jesus cristo familia felicidade saudade estrela princesa maria joao jose ana pedro lucas gabriel mateus
  felipe rafael daniel carlos paulo marcos bruno camila amanda juliana fernanda bianca leticia beatriz mariana
  abc abcd abcde abcdef qwe qwer qwert qwerty qwertyuiop asd asdf asdfg asdfgh zxc zxcv zxcvbn qaz qazwsx iloveyou
  welcome bemvindo letmein monkey dragon master shadow superman batman football futebol sunshine princess
  empresa padaria escritorio energia nascente medidor luz agua secret segredo changeme default temp temporaria`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

/** Digits and signs that replace letters inside a word. */
const WRITTEN_AS: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};

/** Usual endings after a word: signs, ascending or repeated digits, or a year. */
const COMMON_ENDING =
  /^[!@#$%^&*._-]*(?:0?12?3?4?5?6?7?8?9?0?|(\d)\1*|(?:19|20)\d\d|\d{1,3})?[!@#$%^&*._-]*$/;

const charactersOf = (text: string): string =>
  Array.from(text, (character) => WRITTEN_AS[character] ?? character).join('');

/** Possible words in a password: the part before a usual ending, as typed and with signs replaced by letters. */
export function coresOf(password: string): readonly string[] {
  const text = withoutMarks(password).toLowerCase();
  const heads: string[] = [];
  for (let end = 0; end <= text.length; end++)
    if (COMMON_ENDING.test(text.slice(end))) heads.push(text.slice(0, end));
  return [...new Set([...heads, ...heads.map(charactersOf)])];
}

/** Whether a password is among the first guesses: a common word or a keyboard run, a usual ending, or both. */
export function isCommonPassword(password: string): boolean {
  return coresOf(password).some((core) => core === '' || COMMON_PASSWORDS.has(core));
}

const MIN_OF_EMAIL = 4;

/** Whether a password contains the account's e-mail, or the part before its `@` if that has at least four characters. */
export function holdsOwnEmail(password: string, email: string): boolean {
  const [text, address] = [password.toLowerCase(), email.trim().toLowerCase()];
  const [name = ''] = address.split('@');
  return (address !== '' && text.includes(address)) || (name.length >= MIN_OF_EMAIL && text.includes(name));
}
