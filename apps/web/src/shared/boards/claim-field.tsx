import { TextInput } from '@mantine/core';
import { CLAIM_TEXTS, readClaim } from '@nascente/domain/sites/boards/claim-code';

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
