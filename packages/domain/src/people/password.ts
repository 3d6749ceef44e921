/** Requirements of a new password; all five (spec, section 5). */
type PasswordRule = 'length' | 'uppercase' | 'lowercase' | 'digit' | 'special';

type PasswordColor = 'red' | 'orange' | 'green';

/** `score` is 20 points for each met rule, 0 to 100; text and colour are null at 0. */
interface PasswordStrength {
  readonly score: number;
  readonly text: string | null;
  readonly color: PasswordColor | null;
}

export const PASSWORD_MIN_LENGTH = 8;
const POINTS_PER_RULE = 20;
/** Counts Unicode characters, not UTF-16 code units. */
const LONG_ENOUGH = new RegExp(`^.{${PASSWORD_MIN_LENGTH}}`, 'su');

interface Rule {
  readonly rule: PasswordRule;
  /** As shown in the rules list. */
  readonly text: string;
  readonly isMet: (password: string) => boolean;
}

const RULES: readonly Rule[] = [
  {
    rule: 'length',
    text: 'Pelo menos 8 caracteres',
    isMet: (password) => LONG_ENOUGH.test(password),
  },
  { rule: 'uppercase', text: 'Uma letra maiúscula', isMet: (password) => /\p{Lu}/u.test(password) },
  { rule: 'lowercase', text: 'Uma letra minúscula', isMet: (password) => /\p{Ll}/u.test(password) },
  { rule: 'digit', text: 'Um número', isMet: (password) => /\d/.test(password) },
  {
    rule: 'special',
    text: 'Um caractere especial: !@#$%^&*',
    isMet: (password) => /[!@#$%^&*]/.test(password),
  },
];

/** Each rule with its text and whether the password meets it, in the order of the rules list. */
export function checkPassword(password: string): { rule: PasswordRule; text: string; met: boolean }[] {
  return RULES.map(({ rule, text, isMet }) => ({ rule, text, met: isMet(password) }));
}

/** The rules that a password misses. */
export function missingRules(password: string): PasswordRule[] {
  return checkPassword(password).flatMap(({ rule, met }) => (met ? [] : [rule]));
}

/** Whether a password meets all five rules. */
export function isPasswordAccepted(password: string): boolean {
  return missingRules(password).length === 0;
}

/** Score, text and colour of the strength meter (spec, section 5, which prescribes the exact texts). */
export function passwordStrength(password: string): PasswordStrength {
  const met = RULES.length - missingRules(password).length;
  return { score: met * POINTS_PER_RULE, ...judge(met) };
}

function judge(met: number): Pick<PasswordStrength, 'text' | 'color'> {
  if (met === 0) return { text: null, color: null };
  if (met <= 2) return { text: 'muito fraca :(', color: 'red' };
  if (met === 3) return { text: 'moderada :|', color: 'orange' };
  if (met === 4) return { text: 'muito boa :) ', color: 'green' };
  return { text: 'excelente! :))', color: 'green' };
}
