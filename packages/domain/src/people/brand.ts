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

/**
 * The brand of an account, by its e-mail.
 * @param rule full e-mails, or domains as '@dominio.com' or 'dominio.com'; letter case does not matter. A domain
 * means that very domain: neither its subdomains nor a name that merely ends like it.
 */
export function brandFor(email: string, rule: readonly string[]): BrandName {
  const address = email.trim().toLowerCase();
  if (address.lastIndexOf('@') < 1) return 'first';
  return rule.some((entry) => belongs(address, entry.trim().toLowerCase())) ? 'second' : 'first';
}
