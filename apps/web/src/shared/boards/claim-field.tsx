import { TextInput } from '@mantine/core';
import { CLAIM_WORDS, readClaim } from '@nascente/domain/sites/boards/claim-code';

interface ClaimFieldProps {
  readonly value: string;
  readonly onChange: (typed: string) => void;
  /** What the server says of it. */
  readonly error?: string | null;
}

const HELP = 'Está na etiqueta da placa, junto do MAC: 10 caracteres. A chave da placa também serve.';

/** While it is typed only what can no longer become a code is said. */
const slipOf = (typed: string): string | null => {
  const claim = readClaim(typed);
  if (claim.kind !== 'slip') return null;
  const length = typed.replace(/[\s-]/g, '').length;
  return claim.words === CLAIM_WORDS.length && length < 10 ? null : claim.words;
};

/** Where the code that is printed with a board is typed: it proves that the board is in this person's hands. */
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
