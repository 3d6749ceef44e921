/** Brand of the screens. The second brand is purple and grey, and omits the product name and the footer. */
export type BrandName = 'first' | 'second';

const BRAND_NAMES: Readonly<Record<BrandName, string>> = { first: 'Nascente', second: 'Painel de Energia' };

/** Name of the screens and the installed app. That of the second brand contains no product name. */
export function brandName(brand: BrandName): string {
  return BRAND_NAMES[brand];
}

/** Whether an e-mail matches an entry of the rule: an e-mail, or a domain with or without a leading '@'. */
function belongs(email: string, entry: string): boolean {
  if (entry.lastIndexOf('@') > 0) return email === entry;
  const domain = entry.replace(/^@/, '');
  return domain !== '' && email.slice(email.lastIndexOf('@') + 1) === domain;
}

/** The brand of an account. @param rule - e-mails or exact domains ('@dominio.com', 'dominio.com'), in any letter case */
export function brandFor(email: string, rule: readonly string[]): BrandName {
  const address = email.trim().toLowerCase();
  if (address.lastIndexOf('@') < 1) return 'first';
  return rule.some((entry) => belongs(address, entry.trim().toLowerCase())) ? 'second' : 'first';
}
