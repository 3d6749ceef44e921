import type { LinkKind } from '@nascente/contract/connections/shared-links';
import type { MeterKind } from '../consumption/amount.ts';
import { useMay } from '../session-state/use-may.ts';
import { TextLink } from '../ui/marks/text-link.tsx';

interface ShareLinkProps {
  readonly kind: LinkKind;
  readonly establishmentId: string;
  readonly type: MeterKind;
  /** Further parameters of the link form's address. */
  readonly query?: Readonly<Record<string, string>>;
}

export const ShareLink = ({ kind, establishmentId, type, query = {} }: ShareLinkProps) => {
  if (!useMay('share-figures')) return null;
  const address = new URLSearchParams({
    tipo: kind,
    local: establishmentId,
    ...(type === 'water' && { agua: '' }),
    ...query,
  });
  return <TextLink to={`/account/links?${address.toString()}`}>Compartilhar por link</TextLink>;
};
