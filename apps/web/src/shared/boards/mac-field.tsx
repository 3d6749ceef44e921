import { Loader, TextInput } from '@mantine/core';
import { CLAIM_TEXTS, readClaim } from '@nascente/domain/sites/boards/claim-code';
import { normalizeMac } from '@nascente/domain/sites/boards/mac';
import type { ReactNode } from 'react';

/** Messages of the specification, section 5, for an invalid MAC. */
const MAC_TEXTS = {
  missing: 'Verifique os campos digitados',
  spaces: 'O MAC Address não pode conter espaços!',
  format: 'Endereço de MAC inválido',
} as const;

const DIGITS = 12;
const TWELVE_DIGITS = /^[0-9a-f]{12}$/i;
const DIGITS_AND_SEPARATORS = /^[0-9a-f:.-]*$/i;
const SEPARATOR_AT_END = /[:.-]$/;
const NO_PART = /[^0-9a-f:.\s-]/i;

const digitsOf = (typed: string): string => typed.replace(/[^0-9a-f]/gi, '').toUpperCase();

/** Masks a MAC as pairs with colons while typing. Invalid text stays visible for correction. */
export const maskMac = (typed: string): string => {
  const digits = digitsOf(typed);
  if (!DIGITS_AND_SEPARATORS.test(typed) || digits.length > DIGITS) return typed;
  const pairs = (digits.match(/..?/g) ?? []).join(':');
  const isNextPair = SEPARATOR_AT_END.test(typed) && digits.length % 2 === 0 && digits.length < DIGITS;
  return isNextPair && digits !== '' ? `${pairs}:` : pairs;
};

const digitsText = (count: number): string => (count === 1 ? '1 dígito' : `${count} dígitos`);

/** The correction a typed MAC needs, or null. */
export const macHint = (typed: string): string | null => {
  if (typed.trim() === '') return null;
  const [unauthenticated] = NO_PART.exec(typed) ?? [];
  if (unauthenticated !== undefined)
    return `“${unauthenticated}” não faz parte de um MAC: use 0 a 9 e A a F.`;
  const missing = DIGITS - digitsOf(typed).length;
  if (missing > 0) return `${missing === 1 ? 'Falta' : 'Faltam'} ${digitsText(missing)} de ${DIGITS}.`;
  return missing < 0 ? `${digitsText(-missing)} a mais: um MAC tem ${DIGITS}.` : null;
};

/** Normalizes a MAC from a label, an e-mail or a scanner. */
export const tidyPastedMac = (pasted: string): string => {
  const trimmed = pasted.trim();
  const paired = TWELVE_DIGITS.test(trimmed) ? (trimmed.match(/../g) ?? []).join(':') : trimmed;
  return normalizeMac(paired) ?? paired;
};

/** The message for a text that is no MAC; `null` for a MAC. */
export const macProblem = (typed: string): string | null => {
  if (typed.trim() === '') return MAC_TEXTS.missing;
  if (/\s/.test(typed)) return MAC_TEXTS.spaces;
  return normalizeMac(typed) === null ? MAC_TEXTS.format : null;
};

/** Characters of a MAC with its colons. */
const TEXT_LENGTH = 17;

/** Partial input shows an error only once it cannot become a MAC. */
export const typedMacProblem = (typed: string): string | null => {
  const problem = macProblem(typed);
  const isPartial = problem === MAC_TEXTS.format && typed.length < TEXT_LENGTH;
  return problem === MAC_TEXTS.missing || isPartial ? null : problem;
};

interface ClaimFieldProps {
  readonly value: string;
  readonly onChange: (typed: string) => void;
  /** The server's error. */
  readonly error?: string | null;
}

const HELP = 'Está na etiqueta da placa, junto do MAC: 10 caracteres. A chave da placa também serve.';

/** Partial input shows an error only once it cannot become a code. */
const slipOf = (typed: string): string | null => {
  const claim = readClaim(typed);
  if (claim.kind !== 'slip') return null;
  const length = typed.replace(/[\s-]/g, '').length;
  return claim.text === CLAIM_TEXTS.length && length < 10 ? null : claim.text;
};

/** The claim code printed on a board's label: it proves possession. */
export const ClaimField = ({ value, onChange, error = null }: ClaimFieldProps) => (
  <TextInput
    label="Código da placa"
    description={HELP}
    placeholder="ABCDE-FGHJK"
    autoComplete="off"
    autoCapitalize="characters"
    spellCheck={false}
    value={value}
    error={slipOf(value) ?? error}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
);

interface MacFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (typed: string) => void;
  readonly description?: ReactNode;
  readonly error?: ReactNode;
  readonly isChecking?: boolean;
}

/** The MAC of a board's label, typed or pasted in any form and masked as pairs. */
export const MacField = ({
  label,
  value,
  onChange,
  description,
  error,
  isChecking = false,
}: MacFieldProps) => (
  <TextInput
    label={label}
    description={macHint(value) ?? description}
    placeholder="A4:CF:12:00:0B:01"
    autoComplete="off"
    autoCapitalize="characters"
    spellCheck={false}
    value={value}
    error={error}
    rightSection={isChecking && <Loader size={18} aria-label="Verificando a placa" />}
    onChange={({ currentTarget: { value: typed, selectionStart } }) =>
      // An edit in the middle keeps the cursor; the mask applies on blur.
      onChange(selectionStart === typed.length ? maskMac(typed) : typed)
    }
    onBlur={() => maskMac(value) !== value && onChange(maskMac(value))}
    onPaste={(event) => {
      const { selectionStart, selectionEnd, value: before } = event.currentTarget;
      const isComplete = before === '' || (selectionStart === 0 && selectionEnd === before.length);
      if (!isComplete) return;
      event.preventDefault();
      onChange(tidyPastedMac(event.clipboardData.getData('text')));
    }}
  />
);
