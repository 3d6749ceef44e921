/** Which brand the screens wear: the second is purple and grey, without product brand and footer. */
export type BrandName = 'first' | 'second';

const BRAND_NAMES: Readonly<Record<BrandName, string>> = { first: 'Nascente', second: 'Painel de Energia' };

/** As the screens and the installed app are called. The second brand names no product. */
export function brandName(brand: BrandName): string {
  return BRAND_NAMES[brand];
}

/** One line of the rule, without the '@' that may stand before a domain. */
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
